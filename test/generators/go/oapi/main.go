// The client of oapi-codegen makes every call of a plan, and reads what comes back as its type.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"

	"clients/calls"
	"clients/oapi/client"
)

func main() {
	plan := calls.Read()
	transport := calls.NewTransport(plan)
	api, err := client.NewClientWithResponses(plan.URL, client.WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		panic(err)
	}
	failed := 0
	for _, call := range plan.Calls {
		problem := made(api, call)
		if problem != "" {
			failed++
		}
		fmt.Println(call.OperationID, transport.Status, problem)
	}
	os.Exit(min(failed, 1))
}

func made(api *client.ClientWithResponses, call calls.Call) string {
	ending := "WithResponse"
	if call.Kind == "form" || call.Kind == "text" {
		ending = "WithBodyWithResponse"
	}
	method := calls.Method(api, call.OperationID, ending)
	if !method.IsValid() {
		return "has no method"
	}
	results := method.Call(arguments(method.Type(), call))
	if err, ok := results[1].Interface().(error); ok {
		return err.Error()
	}
	answer := results[0].Elem()
	response := answer.FieldByName("HTTPResponse").Interface().(*http.Response)
	if response.StatusCode >= 300 {
		return string(answer.FieldByName("Body").Bytes())
	}
	typed := answer.FieldByName(fmt.Sprintf("JSON%d", response.StatusCode))
	isJSON := strings.HasPrefix(response.Header.Get("Content-Type"), "application/json")
	if isJSON && (!typed.IsValid() || typed.IsNil()) {
		return "was not read as its type"
	}
	return ""
}

func arguments(method reflect.Type, call calls.Call) []reflect.Value {
	values := []reflect.Value{reflect.ValueOf(context.Background())}
	path := call.PathOrder
	contentType, reader := call.Type, io.Reader(nil)
	switch call.Kind {
	case "form":
		contentType, reader = calls.Form(call.Body)
	case "text":
		reader = strings.NewReader(calls.Text(call.Body))
	}
	for index := 1; index < method.NumIn()-1; index++ {
		kind := method.In(index)
		value := reflect.New(kind).Elem()
		switch {
		case kind.Kind() == reflect.Interface:
			value.Set(reflect.ValueOf(reader))
		case kind.Kind() == reflect.Pointer && strings.HasSuffix(kind.Elem().Name(), "Params"):
			value.Set(reflect.New(kind.Elem()))
			calls.SetMembers(value.Elem(), call.Query)
		case len(path) > 0:
			calls.Set(value, call.Path[path[0]])
			path = path[1:]
		case kind.Kind() == reflect.String:
			value.SetString(contentType)
		default:
			if err := json.Unmarshal(call.Body, value.Addr().Interface()); err != nil {
				panic(call.OperationID + ": " + err.Error())
			}
		}
		values = append(values, value)
	}
	return values
}
