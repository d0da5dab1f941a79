module clients

go 1.25.0

require (
	github.com/oapi-codegen/runtime v1.2.0
	github.com/ogen-go/ogen v1.24.0
)
