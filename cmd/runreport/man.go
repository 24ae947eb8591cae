package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"runreport/cmd/runreport/config"
)

func manCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the manual page",
		Long: `man prints the manual page runreport(1), made of the commands and flags that this program
has. Its date is SOURCE_DATE_EPOCH, where it is set.`,
		Example: `  runreport man > ~/.local/share/man/man1/runreport.1
  runreport man | man -l -`,
		Args: nothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			made, err := sourceDate()
			if err != nil {
				return err
			}
			_, err = io.WriteString(s.out, manual(cmd.Root(), made))
			return err
		},
	}
}

// manual is the manual page in the macros of man(7), which groff and mandoc read.
func manual(root *cobra.Command, made time.Time) string {
	p := &manPage{}
	date := ""
	if !made.IsZero() {
		date = made.Format(time.DateOnly)
	}
	fmt.Fprintf(p, ".TH RUNREPORT 1 %q \"runreport %s\" \"User Commands\"\n", date, version)
	p.section("NAME")
	p.line(`runreport \- ` + roff(strings.ToLower(root.Short[:1])+root.Short[1:]))
	p.section("SYNOPSIS")
	for i, c := range manCommands(root) {
		if i > 0 {
			p.line(".br")
		}
		p.line(".B " + roff(c.CommandPath()))
		p.line(roff(manArguments(c)))
	}
	p.section("DESCRIPTION")
	p.text(root.Long)
	p.section("COMMANDS")
	for _, c := range manCommands(root) {
		p.command(c)
	}
	p.section("EXIT STATUS")
	for _, c := range exitCodes {
		p.item(fmt.Sprint(c.code), c.means+".")
	}
	p.section("ENVIRONMENT")
	for _, v := range variables {
		name := v.name
		if strings.HasSuffix(name, "_") {
			name += "*"
		}
		p.item(name, strings.ToUpper(v.means[:1])+v.means[1:]+".")
	}
	p.section("FILES")
	p.item(config.Name, "The configuration: rules of the gate and acknowledgements. It is looked for in the current folder and above, up to the root of the repository.")
	p.section("EXAMPLES")
	p.text(root.Example)
	return p.String()
}

// manCommands are the commands that the manual tells of, in alphabetical order.
func manCommands(c *cobra.Command) (all []*cobra.Command) {
	for _, sub := range c.Commands() {
		switch {
		case sub.Name() == "help", sub.IsAdditionalHelpTopicCommand(), sub.Hidden:
		case sub.HasAvailableSubCommands() && sub.Name() != "completion":
			all = append(all, manCommands(sub)...)
		default:
			all = append(all, sub)
		}
	}
	return all
}

// manArguments is what follows the name of a command. The command completion has one
// command for each shell, which differ in nothing that the manual tells.
func manArguments(c *cobra.Command) string {
	if !c.HasAvailableSubCommands() {
		return strings.TrimSpace(strings.TrimPrefix(c.UseLine(), c.CommandPath()))
	}
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	return strings.Join(names, " | ")
}

// manPage collects the source of a manual page.
type manPage struct {
	strings.Builder
	headed bool // the last line is a heading, which begins a paragraph
}

func (p *manPage) line(text string) {
	if text != "" {
		p.WriteString(text + "\n")
		p.headed = false
	}
}

func (p *manPage) section(name string) { p.heading(".SH", name) }

func (p *manPage) heading(macro, name string) {
	p.line(macro + " " + name)
	p.headed = true
}

// paragraph begins one.
func (p *manPage) paragraph() {
	if !p.headed {
		p.line(".PP")
	}
}

// item is a name with a paragraph that explains it.
func (p *manPage) item(name, means string) {
	p.line(".TP")
	p.line(`.B ` + roff(name))
	p.line(roff(means))
}

func (p *manPage) command(c *cobra.Command) {
	p.heading(".SS", roff(c.CommandPath()))
	about := c.Long
	if about == "" {
		about = c.Short + "."
	}
	p.text(about)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		p.flag(f)
	})
	if c.Example != "" {
		p.line(".PP")
		p.line("Examples:")
		p.text(c.Example)
	}
}

// manValues are what stands for the value of a flag, by the name of its type.
var manValues = map[string]string{"string": "TEXT", "stringArray": "TEXT", "strings": "LIST", "int": "N", "uint": "N", "uint16": "N",
	"float": "X", "duration": "DURATION"}

func (p *manPage) flag(f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	name := `\fB\-\-` + roff(f.Name) + `\fR`
	if f.Shorthand != "" {
		name = `\fB\-` + roff(f.Shorthand) + `\fR, ` + name
	}
	if value != "" {
		name += ` \fI` + manValues[value] + `\fR`
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" && f.DefValue != "-1" {
		usage += " (default " + f.DefValue + ")"
	}
	p.line(".TP")
	p.line(name)
	p.line(roff(usage))
}

// text writes paragraphs. Lines that are indented stay as they are, as in the help.
func (p *manPage) text(long string) {
	verbatim, begun := false, false
	for _, line := range strings.Split(strings.TrimRight(long, "\n"), "\n") {
		indented := strings.HasPrefix(line, "  ")
		if verbatim && !indented {
			p.line(".fi\n.RE")
			verbatim, begun = false, false
		}
		switch {
		case line == "":
			begun = false
			continue
		case indented && !verbatim:
			if !p.headed && !begun {
				p.line(".sp")
			}
			p.line(".RS 4\n.nf")
			verbatim = true
		case !indented && !begun:
			p.paragraph()
		}
		begun = true
		p.line(roffLine(strings.TrimPrefix(line, "  ")))
	}
	if verbatim {
		p.line(".fi\n.RE")
	}
}

// roff is text on one line, without anything that the formatter takes for its own.
func roff(text string) string { return roffLine(strings.Join(strings.Fields(text), " ")) }

// roffLine is a line without anything that the formatter takes for a request or an escape.
func roffLine(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
