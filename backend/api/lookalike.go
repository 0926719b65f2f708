package api

import (
	"strings"
	"unicode"
)

// latin are the letters of other scripts, and the digits, that are taken for Latin letters, all in
// lower case: those whose capitals look alike are among them.
var latin = func() map[rune]rune {
	out := make(map[rune]rune)
	for _, pair := range []string{
		"аa", "вb", "сc", "ԁd", "еe", "ёe", "һh", "нh", "іi", "їi", "јj", "кk", "ӏi", "мm", "оo",
		"рp", "ԛq", "ѕs", "тt", "ѵv", "ԝw", "хx", "уy", "үy", "ɡg", "ԍg", "пn", // Cyrillic
		"αa", "βb", "εe", "ζz", "ηh", "ιi", "κk", "μm", "νn", "οo", "ρp", "τt", "υy", "χx", "ωw",
		"ϲc", "ϳj", // Greek
		"աw", "օo", "սu", "հh", "ոn", "ցg", "զq", "ѡw", // Armenian, and an old Cyrillic one
		"ıi", "ɩi", "ʟl", "ꜱs", "ᴅd", "ᴜu", "ɪi", "ᴏo", "ᴄc", "ᴀa", "ᴇe", "ʜh", "ᴛt", "ɴn", "ʙb",
		"ᴋk", "ᴍm", "ᴘp", "ʀr", "ᴠv", "ᴡw", "ʏy", "ᴢz", // small capitals
		"0o", "1i", "li", "|i",
	} {
		runes := []rune(pair)
		out[runes[0]] = runes[1]
	}
	return out
}()

// Looks is what a symbol can be taken for: two that look alike have the same.
func Looks(symbol string) string {
	var out strings.Builder
	for _, r := range symbol {
		if r >= '！' && r <= '～' { // full width
			r -= '！' - '!'
		}
		r = unicode.ToLower(r)
		switch l, ok := latin[r]; {
		case ok:
			out.WriteRune(l)
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Z): // nobody sees them
		default:
			out.WriteRune(r)
		}
	}
	return strings.NewReplacer("rn", "m", "vv", "w").Replace(out.String())
}

// MixesScripts tells whether a symbol has letters of two scripts, which no honest one has.
func MixesScripts(symbol string) bool {
	const some = "Latin Cyrillic Greek Armenian Cherokee Hebrew Arabic Georgian"
	was := ""
	for _, r := range symbol {
		if !unicode.IsLetter(r) {
			continue
		}
		for _, name := range strings.Fields(some) {
			if !unicode.Is(unicode.Scripts[name], r) {
				continue
			}
			if was != "" && was != name {
				return true
			}
			was = name
		}
	}
	return false
}
