package docs_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notSlug = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors returns the anchors of the headings of a page, as hosts of Markdown
// make them.
func anchors(text string) map[string]bool {
	set := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		slug := notSlug.ReplaceAllString(strings.ToLower(m[1]), "")
		set[strings.ReplaceAll(slug, " ", "-")] = true
	}
	return set
}

// hasAnchor reports whether a page has a heading, or a file of code the line
// that L and a number name.
func hasAnchor(file, text, anchor string) bool {
	if path.Ext(file) == ".md" {
		return anchors(text)[anchor]
	}
	line, isLine := strings.CutPrefix(anchor, "L")
	number, err := strconv.Atoi(line)
	return isLine && err == nil && number >= 1 && number <= strings.Count(text, "\n")
}

func TestLinks(t *testing.T) {
	for _, page := range pages(t) {
		text := fence.ReplaceAllString(read(t, page), "")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			file := page
			if target != "" {
				file = path.Join(path.Dir(page), target)
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Errorf("%s: link to %s: there is no %s", page, m[1], file)
			} else if anchor != "" && !hasAnchor(file, read(t, file), anchor) {
				t.Errorf("%s: link to %s: %s has no such heading or line", page, m[1], file)
			}
		}
	}
}

// TestIndexLinksEveryPage says that docs/README.md names each page below docs/.
func TestIndexLinksEveryPage(t *testing.T) {
	linked := map[string]bool{"docs/README.md": true}
	for _, m := range link.FindAllStringSubmatch(read(t, "docs/README.md"), -1) {
		target, _, _ := strings.Cut(m[1], "#")
		linked[path.Join("docs", target)] = true
	}
	for _, page := range pages(t) {
		if strings.HasPrefix(page, "docs/") && !linked[page] {
			t.Errorf("docs/README.md does not link %s", page)
		}
	}
}
