package command

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

func (k *collection) newExport() *cobra.Command {
	var path string
	list := k.formats()
	names := formatNames(list)
	as := &flagValue{kind: "FORMAT", read: func(name string) error {
		if name == "promela" && k.parts.WritePromela == nil {
			return errors.New("this program has no promela; allowed: command.With(promela.Part()).Main in place of command.Main (docs/export.md)")
		}
		return parseOneOf("format", names...)(name)
	}}
	c := &subject{choice: choice{known: k}}
	asPromela := ""
	if k.parts.WritePromela != nil {
		asPromela = ", and as promela the system with its property for SPIN"
	}
	cmd := &cobra.Command{
		Use:   "export FILE | ALGORITHM",
		Short: "Write the execution of a counterexample file, or a system, for other tools",
		Long: `Export runs a counterexample file as replay does, up to the event that decides its
property, and writes the execution: as itf for viewers of Apalache and Quint, as shiviz for
ShiViz (a log with vector clocks), as json for programs of your own, or as one of the
formats of chart. As dot it writes the state graph of the system of the file for Graphviz,
with the execution in red` + asPromela + `.

An algorithm has no execution, but ` + strings.Join(formatNames(formatsOf(list, ofSystem)), " and ") + `: flags say on which network.`,
		Args:              oneSubject,
		ValidArgsFunction: k.completeSubject,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := as.text
			if name == "" {
				if name, _ = formatOf(list, path); path == "" || name == "" {
					return fmt.Errorf("export: no format; allowed: --as %s, or --output FILE with the ending of one", strings.Join(names, ", "))
				}
			}
			p, err := k.subject(cmd, c, args[0])
			if err != nil {
				return err
			}
			if allowed := formatNames(formatsOf(list, ofSystem)); p.values == nil && !slices.Contains(allowed, name) {
				return fmt.Errorf("export: %s is an algorithm, not an execution to write as %s; allowed: --as %s, or a counterexample file", args[0], name, strings.Join(allowed, ", "))
			}
			return p.export(cmd, list, args[0], name, path)
		},
	}
	cmd.Flags().Var(as, "as", strings.Join(names, ", ")+" (default: by the ending of the output)")
	cmd.Flags().StringVarP(&path, "output", "o", "", "write to `FILE` instead of standard output")
	c.addFlags(cmd)
	return cmd
}

// subject returns a picture of the system of an algorithm, or else of the execution of a file.
func (k *collection) subject(cmd *cobra.Command, c *subject, name string) (*picture, error) {
	if _, err := k.byName(name); err == nil {
		return c.picture(name)
	} else if _, missing := os.Stat(name); missing != nil && name != "-" {
		return nil, fmt.Errorf("%w; or a counterexample file", err)
	}
	if flag := c.given(cmd); flag != "" {
		return nil, fmt.Errorf("export: --%s is about an algorithm, but %s says all of its system; allowed: --as, --output", flag, name)
	}
	r, err := k.readFile(cmd.InOrStdin(), name)
	if err != nil {
		return nil, err
	}
	return r.picture()
}

// oneSubject requires the name of a counterexample file or of an algorithm.
func oneSubject(cmd *cobra.Command, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return fmt.Errorf("%s: %d arguments; allowed: one counterexample file, - for standard input, or an algorithm", cmd.Name(), len(args))
	}
	return nil
}

// export writes the picture in that one of some formats. The error names its file or algorithm.
func (p *picture) export(cmd *cobra.Command, list []format, subject, name, path string) error {
	out, err := openOutput(path, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.discard()
	text, err := p.in(list, name)
	if err != nil {
		return fmt.Errorf("%s: %w", subject, err)
	}
	out.Write(text)
	return out.commit()
}
