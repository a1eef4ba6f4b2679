package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/counterexamples/export"
)

// A format is one in which the command writes executions, or their systems.
type format struct {
	name   string
	ending string // of the names of files in the format
	kind   formatKind
	write  func(*picture) ([]byte, error)
}

// A formatKind says whether a format shows an execution or a system, and for whom.
type formatKind uint8

const (
	chart       formatKind = iota // the chart of an execution, which people read
	ofExecution                   // an execution, for other tools
	ofSystem                      // a system, for other tools
)

// formats are those of every command. An ending comes before those that are parts of it.
var formats = []format{
	{"ascii", ".txt", chart, func(p *picture) ([]byte, error) { return p.ascii(), nil }},
	{"svg", ".svg", chart, func(p *picture) ([]byte, error) {
		return counterexamples.SVG(p.x, strings.TrimSuffix(p.title+"\n"+p.summary, "\n"), p.remarks...), nil
	}},
	{"mermaid", ".mmd", chart, func(p *picture) ([]byte, error) {
		return []byte(counterexamples.Mermaid(p.x, p.remarks...)), nil
	}},
	{"itf", ".itf.json", ofExecution, func(p *picture) ([]byte, error) { return export.ITF(p.exported()) }},
	{"shiviz", ".log", ofExecution, func(p *picture) ([]byte, error) { return export.ShiViz(p.exported()), nil }},
	{"json", ".json", ofExecution, func(p *picture) ([]byte, error) { return export.JSON(p.exported()) }},
	{"dot", ".dot", ofSystem, func(p *picture) ([]byte, error) { return export.DOT(p.exported()) }},
}

// formats returns the formats of a command with the parts of k.
func (k *collection) formats() []format {
	if k.parts.WritePromela == nil {
		return formats
	}
	return append(slices.Clip(formats), format{"promela", ".pml", ofSystem, func(p *picture) ([]byte, error) {
		return k.parts.WritePromela(p.x.System, p.property, p.title)
	}})
}

// formatsOf returns the formats of a kind.
func formatsOf(list []format, kind formatKind) []format {
	return slices.DeleteFunc(slices.Clone(list), func(f format) bool { return f.kind != kind })
}

// formatNames returns the names of formats.
func formatNames(list []format) []string {
	var names []string
	for _, f := range list {
		names = append(names, f.name)
	}
	return names
}

// chartEndings returns the endings of charts.
func chartEndings() string {
	var endings []string
	for _, f := range formatsOf(formats, chart) {
		endings = append(endings, f.ending)
	}
	return strings.Join(endings, ", ")
}

// formatOf returns the name of the format for the ending of a path. A path without an ending is
// that of a text.
func formatOf(list []format, path string) (string, bool) {
	if filepath.Ext(path) == "" {
		return list[0].name, true
	}
	i := slices.IndexFunc(list, func(f format) bool { return strings.HasSuffix(strings.ToLower(path), f.ending) })
	if i < 0 {
		return "", false
	}
	return list[i].name, true
}

// pictureFormat reads the format of a chart from the ending of its path. The error names
// the flag, and the allowed endings and values.
func pictureFormat(flag, path, otherwise string) (string, error) {
	name, ok := formatOf(formatsOf(formats, chart), path)
	if !ok {
		return "", fmt.Errorf("the ending of --%s %q names no format; allowed: %s%s", flag, path, chartEndings(), otherwise)
	}
	return name, nil
}

// in returns the picture in that one of some formats.
func (p *picture) in(list []format, name string) ([]byte, error) {
	i := slices.IndexFunc(list, func(f format) bool { return f.name == name })
	return list[i].write(p)
}

// writeFile writes the picture in the format of that name, which every command has, to a file.
func (p *picture) writeFile(path, name string) error {
	text, err := p.in(formats, name)
	if err != nil {
		return err
	}
	return writeFile(path, string(text))
}

// ascii returns the chart as text, with the summary and a legend.
func (p *picture) ascii() []byte {
	var b strings.Builder
	p.write(&b, 0)
	writeLegend(&b, 0, p.x)
	return []byte(b.String())
}

// exported returns the picture for an export.
func (p *picture) exported() export.Execution {
	return export.Execution{Title: p.title, Summary: p.summary, Execution: p.x, Remarks: p.remarks, Values: p.values}
}
