"""python verification.py document.jpg selfie.jpg"""

import sys
from pathlib import Path

from connection import connect

document, selfie = (Path(name).read_bytes() for name in sys.argv[1:])
with connect() as client:
    verification = client.verify(document, selfie, reference="applicant-17")
    print(f"verification {verification.id}: {verification.status}, {verification.extracted_data.full_name}")
