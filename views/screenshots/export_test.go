package screenshots

import (
	"context"

	"bourse/ui/headless"
)

// Begin gives the stage its past and puts a console before it.
func (stage Stage) Begin(ctx context.Context) (*headless.Driver, error) {
	_, driver, err := stage.begin(ctx)
	return driver, err
}
