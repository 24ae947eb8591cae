package table

import "strings"

// Plural is the plural of a noun in a column kind, as "passes" of "pass": nouns of more
// than one word inflect the last ("work items").
func Plural(noun string) string {
	switch n := len(noun); {
	case noun == "":
		return ""
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"),
		strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	case n > 1 && noun[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(noun[n-2])):
		return noun[:n-1] + "ies"
	}
	return noun + "s"
}
