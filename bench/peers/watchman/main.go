// Command watchman scores a job's pairs and queries with watchman's own packages: watchman JOB RESULT.
// A query is compared with every entity, one after the other, as watchman's search service does by default (no term
// weighting, no embedding service). Times are processor seconds of this process on one thread.
package main

import (
	"encoding/json"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"strconv"
	"syscall"

	"github.com/moov-io/watchman/pkg/search"
)

const limit = 50

type job struct {
	Pairs   []pair     `json:"pairs"`
	Indexes [][]listed `json:"indexes"`
	Sets    []set      `json:"sets"`
}

type pair struct {
	A    string `json:"a"`
	B    string `json:"b"`
	Type string `json:"type"`
}

type listed struct {
	Type       string `json:"type"`
	Properties struct {
		Name      []string `json:"name"`
		Alias     []string `json:"alias"`
		WeakAlias []string `json:"weakAlias"`
	} `json:"properties"`
}

type set struct {
	Index   int `json:"index"`
	Queries []struct {
		Name string `json:"name"`
		Type string `json:"type"`
	} `json:"queries"`
}

type hit struct {
	entity int
	score  float64
}

func (h hit) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{h.entity, h.score})
}

type setResult struct {
	Seconds float64 `json:"seconds"`
	Hits    [][]hit `json:"hits"`
}

type pairsResult struct {
	Seconds float64   `json:"seconds"`
	Scores  []float64 `json:"scores"`
}

type result struct {
	System string      `json:"system"`
	Sets   []setResult `json:"sets"`
	Pairs  pairsResult `json:"pairs"`
}

type entity = search.Entity[search.Value]

func main() {
	runtime.GOMAXPROCS(1)
	var work job
	text, err := os.ReadFile(os.Args[1])
	must(err)
	must(json.Unmarshal(text, &work))

	out := result{System: "watchman " + version()}
	indexes := make([][]entity, len(work.Indexes))
	for i, entries := range work.Indexes {
		for number, entry := range entries {
			others := append(entry.Properties.Alias, entry.Properties.WeakAlias...)
			indexes[i] = append(indexes[i], named(strconv.Itoa(number), entry.Properties.Name[0], others, entry.Type))
		}
	}
	for _, one := range work.Sets {
		out.Sets = append(out.Sets, runSet(one, indexes[one.Index]))
	}
	out.Pairs = runPairs(work.Pairs)

	text, err = json.Marshal(out)
	must(err)
	must(os.WriteFile(os.Args[2], text, 0o644))
}

func runSet(one set, entities []entity) setResult {
	out := setResult{Hits: make([][]hit, 0, len(one.Queries))}
	start := processorSeconds()
	for _, query := range one.Queries {
		asked := request(query.Name, query.Type)
		hits := []hit{}
		for number := range entities {
			if score := search.Similarity(asked, entities[number]); score > 0.001 {
				hits = append(hits, hit{number, score})
			}
		}
		sort.SliceStable(hits, func(i, j int) bool { return hits[i].score > hits[j].score })
		out.Hits = append(out.Hits, hits[:min(limit, len(hits))])
	}
	out.Seconds = processorSeconds() - start
	return out
}

func runPairs(pairs []pair) pairsResult {
	out := pairsResult{Scores: make([]float64, 0, len(pairs))}
	entries := make([]entity, 0, len(pairs))
	for _, one := range pairs {
		entries = append(entries, named("0", one.B, nil, one.Type))
	}
	start := processorSeconds()
	for number, one := range pairs {
		out.Scores = append(out.Scores, search.Similarity(request(one.A, one.Type), entries[number]))
	}
	out.Seconds = processorSeconds() - start
	return out
}

func request(name, kind string) entity {
	asked := named("", name, nil, kind)
	asked.Source = search.SourceAPIRequest
	return asked
}

func named(id, name string, others []string, kind string) entity {
	one := entity{Name: name, SourceID: id, Source: "list"}
	if kind == "Individual" {
		one.Type = search.EntityPerson
		one.Person = &search.Person{Name: name, AltNames: others}
	} else {
		one.Type = search.EntityBusiness
		one.Business = &search.Business{Name: name, AltNames: others}
	}
	return one.Normalize()
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "github.com/moov-io/watchman" {
				return module.Version
			}
		}
	}
	return "of an unknown version"
}

func processorSeconds() float64 {
	var usage syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return seconds(usage.Utime) + seconds(usage.Stime)
}

func seconds(time syscall.Timeval) float64 {
	return float64(time.Sec) + float64(time.Usec)/1e6
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
