module github.com/cockroachdb/pebble

go 1.26.0

require github.com/cockroachdb/pebble/v2 v2.1.4
