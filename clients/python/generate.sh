#!/bin/sh
# Writes the models from openapi.json: pip install 'datamodel-code-generator>=0.53,<1' first.
set -eu
cd "$(dirname "$0")"
exec datamodel-codegen --input ../../openapi.json --input-file-type openapi \
  --output src/touchstone_client/models.py --output-model-type pydantic_v2.BaseModel --target-python-version 3.10 \
  --snake-case-field --allow-population-by-field-name --use-standard-collections --use-union-operator \
  --enum-field-as-literal all --use-schema-description --use-title-as-name --disable-timestamp
