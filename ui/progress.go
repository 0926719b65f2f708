package ui

import (
	"fmt"

	"github.com/charmbracelet/bubbles/progress"
	"github.com/muesli/termenv"

	"bourse/ui/cells"
)

// progressWidth is how wide a bar of progress gets at most.
const progressWidth = 60

// Progress is a bar of at most w cells for work of which done parts of total are done, with its
// per cent. Per cent are rounded down, so that only work that has ended is at 100 %. It is "" where
// the total is not known.
func (e *Env) Progress(done, total, w int) string {
	if total <= 0 || w <= 0 {
		return ""
	}
	done, w = max(0, min(done, total)), min(w, progressWidth)
	percent := fmt.Sprintf(" %3d %%", done*100/total)
	bar := progress.New(progress.WithoutPercentage(),
		progress.WithWidth(max(0, w-cells.Width(percent))),
		progress.WithColorProfile(termenv.Ascii)) // the theme has the colours
	return cells.FitLine(e.Theme.Accent.Render(bar.ViewAs(float64(done)/float64(total)))+
		e.Theme.Text.Render(percent), w)
}
