// Package published gives tests and test beds the contracts that others have published, as they
// stand on the networks, to hold what is computed and built here against them. They come with
//
//	npm --prefix backend/contracts install --no-save
package published
