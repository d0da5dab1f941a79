module touchstone/bench/peers/watchman

go 1.24.3

require github.com/moov-io/watchman v0.60.0

require (
	github.com/abadojack/whatlanggo v1.0.1 // indirect
	github.com/adamdecaf/merge v0.2.2 // indirect
	github.com/bbalet/stopwords v1.0.0 // indirect
	github.com/dongri/phonenumber v0.1.12 // indirect
	github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
	github.com/hashicorp/go-retryablehttp v0.7.8 // indirect
	github.com/igrmk/treemap/v2 v2.0.1 // indirect
	github.com/moov-io/base v0.61.0 // indirect
	github.com/moov-io/iso3166 v0.4.0 // indirect
	github.com/pariz/gountries v0.1.6 // indirect
	github.com/xrash/smetrics v0.0.0-20250705151800-55b8f293f342 // indirect
	golang.org/x/exp v0.0.0-20260112195511-716be5621a96 // indirect
	golang.org/x/text v0.34.0 // indirect
	gopkg.in/yaml.v2 v2.4.0 // indirect
)
