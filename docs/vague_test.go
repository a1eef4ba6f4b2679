package docs_test

import (
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// vague are the words that stand where a noun belongs, except in questions.
var vague = regexp.MustCompile(`(?i)\b(what|whatever)\b`)

// TestNounsAreNamed says that comments and pages name their nouns: of 1,000 words at most one is
// vague. Where more are, it prints the sentences.
func TestNounsAreNamed(t *testing.T) {
	isTracked := tracked()
	below := func(folder string) []string {
		return files(t, func(path string) bool {
			return isTracked(path) && strings.HasPrefix(path, folder+"/") && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".pb.go")
		})
	}
	for _, row := range []struct {
		of    string
		files []string
		text  func(*testing.T, string) string
	}{
		{"comments of model", below("model"), comments},
		{"comments of checker", below("checker"), comments},
		{"comments of properties", below("properties"), comments},
		{"comments of counterexamples", below("counterexamples"), comments},
		{"comments of protocols", below("protocols"), comments},
		{"comments of cmd", below("cmd"), comments},
		{"pages", pages(t), prose},
	} {
		t.Run(row.of, func(t *testing.T) {
			words := 0
			var found []string
			for _, path := range row.files {
				text := row.text(t, path)
				words += len(strings.Fields(text))
				for _, sentence := range vagueSentences(text) {
					found = append(found, path+": "+sentence)
				}
			}
			t.Logf("%d of %d words", len(found), words)
			if len(found)*1000 > words {
				t.Errorf("%d of %d words of %s are vague, more than one in 1,000; name the noun instead:\n%s", len(found), words, row.of, strings.Join(found, "\n"))
			}
		})
	}
}

// comments returns the comments of a Go file, those for programs apart, such as go:embed.
func comments(t *testing.T, path string) string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, read(t, path), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, group := range f.Comments {
		b.WriteString(group.Text() + "\n")
	}
	return b.String()
}

// prose returns a page without its blocks, quoted words of code and titles.
func prose(t *testing.T, path string) string {
	t.Helper()
	return verbatim.ReplaceAllString(fence.ReplaceAllString(read(t, path), "\n\n"), "")
}

var verbatim = regexp.MustCompile("`[^`\n]*`|\"[^\"\n]*\"")

// vagueSentences returns for each vague word of a text the sentence in which it stands, if that is no question.
func vagueSentences(text string) []string {
	var list []string
	for _, m := range vague.FindAllStringIndex(text, -1) {
		begin := 0
		if before := sentenceEnd.FindAllStringIndex(text[:m[0]], -1); before != nil {
			begin = before[len(before)-1][1]
		}
		end := len(text)
		if i := sentenceEnd.FindStringIndex(text[m[1]:]); i != nil {
			end = min(m[1]+i[0]+1, len(text))
		}
		if sentence := strings.Join(strings.Fields(text[begin:end]), " "); !strings.HasSuffix(sentence, "?") {
			list = append(list, sentence)
		}
	}
	return list
}

var sentenceEnd = regexp.MustCompile(`[.:;?]\s|\n\n|\n?\|\n?`)

func TestVagueSentencesAreFound(t *testing.T) {
	for _, c := range []struct {
		text, want, reason string
	}{
		{"The bound. What is sent counts. Then it ends.", "What is sent counts.", "a sentence among others"},
		{"It keeps\nwhatever comes", "It keeps whatever comes", "over two lines, without an end"},
		{"somewhat", "", "a part of a word"},
		{"It ends. What does it do then? It waits.", "", "a question"},
	} {
		if got := strings.Join(vagueSentences(c.text), "|"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
		}
	}
}
