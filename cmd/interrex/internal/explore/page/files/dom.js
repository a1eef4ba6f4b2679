// Elements of the page. Texts become text nodes, never markup, so a message that is called
// "<script>" is shown as that.

const svgSpace = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== ""));
  return element;
}

export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(svgSpace, tag), attributes, children);
export const at = (id) => document.getElementById(id);

// put replaces the children of an element.
export function put(id, ...children) {
  at(id).replaceChildren(...children.flat().filter((c) => c !== null && c !== undefined && c !== ""));
}
