package main

import (
	"debug/buildinfo"
	"io"

	"github.com/CycloneDX/cyclonedx-go"
)

// linked writes the list of every module that is linked into a program, in CycloneDX's form, as the
// program itself tells it, with its licence.
func (r *release) linked(s system) error {
	info, err := buildinfo.ReadFile(r.binary(s))
	if err != nil {
		return err
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{
		Timestamp: r.date.Format("2006-01-02T15:04:05Z"),
		Component: &cyclonedx.Component{Type: cyclonedx.ComponentTypeApplication, Name: "bourse",
			Version: r.version},
		Properties: &[]cyclonedx.Property{{Name: "go", Value: info.GoVersion}},
	}
	modules := []cyclonedx.Component{{Type: cyclonedx.ComponentTypeLibrary, Name: "std",
		Version: info.GoVersion, PackageURL: "pkg:golang/std@" + info.GoVersion}}
	for _, m := range linkedModules(info) {
		modules = append(modules, cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary,
			Name: m.Path, Version: m.Version,
			PackageURL: "pkg:golang/" + m.Path + "@" + m.Version,
			Properties: &[]cyclonedx.Property{{Name: "h1", Value: m.Sum}}})
	}
	for i, m := range modules {
		modules[i].Licenses = &cyclonedx.Licenses{{Expression: r.terms[m.Name]}}
	}
	bom.Components = &modules
	return create(r.ship("bourse_"+r.version+"_"+s.os+"_"+s.arch+".cdx.json"),
		func(w io.Writer) error {
			return cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON).SetPretty(true).
				Encode(bom)
		})
}
