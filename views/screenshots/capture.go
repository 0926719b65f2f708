package screenshots

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bourse/ui"
	"bourse/ui/cells"
)

// capture writes frames into a folder.
type capture struct {
	theme  func() *ui.Theme
	camera *Camera
	dir    string
	tour   recording
}

// record adds a frame to the recording.
func (c *capture) record(frame string, hold time.Duration) error {
	text, ground := c.theme().Ground()
	return c.tour.add(frame, text, ground, hold)
}

// writeTour writes the recording.
func (c *capture) writeTour() error {
	var b bytes.Buffer
	if err := c.tour.write(&b); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.dir, "tour.gif"), b.Bytes(), 0o644)
}

// write writes a frame of a size as a picture and as text.
func (c *capture) write(name, frame string, size cells.Box) error {
	text, ground := c.theme().Ground()
	var picture bytes.Buffer
	if err := c.camera.PNG(&picture, frame, text, ground); err != nil {
		return err
	}
	path := filepath.Join(c.dir, fmt.Sprintf("%s_%dx%d", name, size.W, size.H))
	if err := os.WriteFile(path+".png", picture.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(path+".txt", []byte(Plain(frame)), 0o644)
}
