"""Writes the hash of a new network into the manifest beside it: python manifest.py ../../src/faces/liveness/model"""

import hashlib
import json
import sys
from pathlib import Path

folder = Path(sys.argv[1])
manifest = json.loads((folder / 'manifest.json').read_text())
for model in manifest['models']:
    model['sha256'] = hashlib.sha256((folder / model['file']).read_bytes()).hexdigest()
(folder / 'manifest.json').write_text(json.dumps(manifest, indent=2) + '\n')
