// Package calls has what both Go clients share: the calls of the plan, and a client that keeps the last status.
package calls

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"reflect"
	"strings"
)

// Call is one operation with values that the service takes.
type Call struct {
	OperationID string            `json:"operationId"`
	PathOrder   []string          `json:"pathOrder"`
	Path        map[string]string `json:"path"`
	Query       map[string]string `json:"query"`
	Kind        string            `json:"kind"`
	Type        string            `json:"type"`
	Body        json.RawMessage   `json:"body"`
}

// Plan is what the rig hands over.
type Plan struct {
	URL         string `json:"url"`
	Key         string `json:"key"`
	Certificate string `json:"certificate"`
	Calls       []Call `json:"calls"`
}

// Read reads the plan that the first argument names.
func Read() Plan {
	bytes, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var plan Plan
	if err := json.Unmarshal(bytes, &plan); err != nil {
		panic(err)
	}
	return plan
}

// Transport trusts the service, sends the key and keeps the last status.
type Transport struct {
	Status int
	key    string
	inner  http.RoundTripper
}

// NewTransport makes one for a plan.
func NewTransport(plan Plan) *Transport {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(plan.Certificate))
	inner := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	return &Transport{key: plan.Key, inner: inner}
}

// RoundTrip sends a request.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("X-API-Key", t.key)
	response, err := t.inner.RoundTrip(request)
	if err == nil {
		t.Status = response.StatusCode
	}
	return response, err
}

// Form is the body of a form whose fields are files.
func Form(body json.RawMessage) (string, io.Reader) {
	var files map[string]string
	if err := json.Unmarshal(body, &files); err != nil {
		panic(err)
	}
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	for field, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		part, _ := writer.CreateFormFile(field, name)
		part.Write(content)
	}
	writer.Close()
	return writer.FormDataContentType(), &form
}

// Text is a body that came as a JSON string.
func Text(body json.RawMessage) string {
	var text string
	if err := json.Unmarshal(body, &text); err != nil {
		panic(err)
	}
	return text
}

// Method finds the method of an operation by its name and an ending.
func Method(client any, operation, ending string) reflect.Value {
	return reflect.ValueOf(client).MethodByName(strings.ToUpper(operation[:1]) + operation[1:] + ending)
}

// Set puts a text into a number, a text, or an optional value of either.
func Set(value reflect.Value, text string) {
	switch value.Kind() {
	case reflect.String:
		value.SetString(text)
	case reflect.Int, reflect.Int64:
		var number int64
		fmt.Sscan(text, &number)
		value.SetInt(number)
	case reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		Set(value.Elem(), text)
	case reflect.Struct:
		Set(value.FieldByName("Value"), text)
		value.FieldByName("Set").SetBool(true)
	default:
		panic("no value of " + value.Type().String() + " from " + text)
	}
}

// SetMembers sets the fields of a struct by the names of parameters, whatever letters and signs a generator changed.
func SetMembers(members reflect.Value, values map[string]string) {
	for index := range members.NumField() {
		for name, text := range values {
			if strings.EqualFold(members.Type().Field(index).Name, strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", "")) {
				Set(members.Field(index), text)
			}
		}
	}
}
