// The client of ogen makes every call of a plan. It checks what comes back against the document.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"

	ht "github.com/ogen-go/ogen/http"

	"clients/calls"
	"clients/ogen/client"
)

type security struct{ key string }

func (s security) ApiKey(context.Context, client.OperationName) (client.ApiKey, error) {
	return client.ApiKey{APIKey: s.key}, nil
}

func (s security) Authorization(context.Context, client.OperationName) (client.Authorization, error) {
	return client.Authorization{APIKey: "ApiKey " + s.key}, nil
}

func main() {
	plan := calls.Read()
	transport := calls.NewTransport(plan)
	api, err := client.NewClient(plan.URL, security{plan.Key}, client.WithClient(&http.Client{Transport: transport}))
	if err != nil {
		panic(err)
	}
	failed := 0
	for _, call := range plan.Calls {
		problem := made(api, call)
		if problem == "" && transport.Status >= 300 {
			problem = "was refused"
		}
		if problem != "" {
			failed++
		}
		fmt.Println(call.OperationID, transport.Status, problem)
	}
	os.Exit(min(failed, 1))
}

func made(api *client.Client, call calls.Call) string {
	method := calls.Method(api, call.OperationID, "")
	if !method.IsValid() {
		return "has no method"
	}
	values := []reflect.Value{reflect.ValueOf(context.Background())}
	for index := 1; index < method.Type().NumIn(); index++ {
		kind := method.Type().In(index)
		switch {
		case strings.HasSuffix(kind.Name(), "Params"):
			params := reflect.New(kind).Elem()
			calls.SetMembers(params, call.Query)
			calls.SetMembers(params, call.Path)
			values = append(values, params)
		default:
			values = append(values, reflect.ValueOf(body(kind, call)))
		}
	}
	results := method.Call(values)
	if err, ok := results[len(results)-1].Interface().(error); ok {
		return err.Error()
	}
	return ""
}

func body(kind reflect.Type, call calls.Call) any {
	switch call.OperationID {
	case "verify":
		return &client.VerifyReq{IdCardImage: file(call, "IdCardImage"), SelfieImage: file(call, "SelfieImage")}
	case "importCustomers":
		return &client.ImportCustomersReqTextCsv{Data: strings.NewReader(calls.Text(call.Body))}
	case "importOwnList":
		return &client.ImportOwnListReqTextCsv{Data: strings.NewReader(calls.Text(call.Body))}
	case "screenBatch":
		kind = reflect.TypeFor[*client.ScreenBatchReqApplicationJSON]()
	}
	value := reflect.New(kind.Elem()).Interface()
	if err := json.Unmarshal(call.Body, value); err != nil {
		panic(call.OperationID + ": " + err.Error())
	}
	return value
}

func file(call calls.Call, field string) ht.MultipartFile {
	var files map[string]string
	if err := json.Unmarshal(call.Body, &files); err != nil {
		panic(err)
	}
	content, err := os.Open(files[field])
	if err != nil {
		panic(err)
	}
	return ht.MultipartFile{Name: files[field], File: content}
}
