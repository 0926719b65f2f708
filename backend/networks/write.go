package networks

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pelletier/go-toml/v2"

	"bourse/store/file"
)

// Write puts a description into the folder, as ID.toml, in the place of the one that is there, and
// returns the file's name. What it leaves zero is left out.
func (d *Description) Write(dir string) (string, error) {
	path := filepath.Join(dir, fmt.Sprint(d.ID, ".toml"))
	text, err := d.text()
	if err == nil {
		if _, err = Parse(path, text); err == nil {
			err = errors.Join(os.MkdirAll(dir, 0o700), file.Replace(path, text))
		}
	}
	if err != nil {
		return "", fmt.Errorf("write the description of network %d: %w", d.ID, err)
	}
	return path, nil
}

// text is the description as Parse reads it.
func (d *Description) text() ([]byte, error) {
	all, err := toml.Marshal(d)
	if err != nil {
		return nil, err
	}
	var parts map[string]any
	if err := toml.Unmarshal(all, &parts); err != nil {
		return nil, err
	}
	prune(parts)
	return toml.Marshal(parts)
}

// prune takes what is empty out of a table.
func prune(table map[string]any) {
	for key, value := range table {
		switch v := value.(type) {
		case map[string]any:
			if prune(v); len(v) == 0 {
				delete(table, key)
			}
		case []any:
			for _, element := range v {
				if of, ok := element.(map[string]any); ok {
					prune(of)
				}
			}
			if len(v) == 0 {
				delete(table, key)
			}
		case string:
			if v == "" {
				delete(table, key)
			}
		case int64:
			if v == 0 {
				delete(table, key)
			}
		}
	}
}
