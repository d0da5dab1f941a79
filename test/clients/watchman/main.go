// Asks a running service with watchman's own client and prints what it got, as JSON.
//
// Usage: TOUCHSTONE_KEY=… SSL_CERT_FILE=cert.pem client https://127.0.0.1:8443
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"time"

	"github.com/moov-io/watchman/pkg/search"
)

// withKey adds the key to every request; watchman itself knows no keys.
type withKey struct{ key string }

func (w withKey) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("X-API-Key", w.key)
	return http.DefaultTransport.RoundTrip(request)
}

type answer struct {
	Entities []search.SearchedEntity[search.Value] `json:"entities"`
	Error    string                                `json:"error"`
}

func ask(client search.Client, entity search.Entity[search.Value], opts search.SearchOpts) answer {
	found, err := client.SearchByEntity(context.Background(), entity, opts)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Entities: found.Entities}
}

func main() {
	transport := &http.Client{Transport: withKey{os.Getenv("TOUCHSTONE_KEY")}, Timeout: 20 * time.Second}
	client := search.NewClient(transport, os.Args[1])
	born := time.Date(1962, 1, 17, 0, 0, 0, 0, time.UTC)
	person := search.Entity[search.Value]{
		Type:   search.EntityPerson,
		Person: &search.Person{Name: "Ivan Sampleov", AltNames: []string{"Ivan Petrovich Sampleov"}, BirthDate: &born},
	}
	business := search.Entity[search.Value]{
		Type:     search.EntityBusiness,
		Business: &search.Business{Name: "Fictional Trading"},
	}
	vessel := search.Entity[search.Value]{Type: search.EntityVessel, Vessel: &search.Vessel{Name: "Imaginary Star"}}
	_ = json.NewEncoder(os.Stdout).Encode(map[string]answer{
		"person":   ask(client, person, search.SearchOpts{Limit: 5, MinMatch: 0.8, Debug: true}),
		"business": ask(client, business, search.SearchOpts{}),
		"vessel":   ask(client, vessel, search.SearchOpts{}),
	})
}
