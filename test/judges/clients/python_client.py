"""What a client does that openapi-python-client has made, and that raises for every answer it does not know."""

import json
import os
import time

from client.api.batches import create_batch, get_batch
from client.api.documents import create_generation, download_generation, list_generations
from client.api.integrations import generate_from_fields
from client.client import AuthenticatedClient
from client.models import (
    BatchItemRequest,
    BatchRequest,
    Error,
    GenerateFromFieldsBody,
    GenerateFromFieldsBodyFormat,
    GenerateRequest,
    PrintOptions,
)

client = AuthenticatedClient(
    base_url=os.environ["PLATEN_URL"], token=os.environ["PLATEN_KEY"], raise_on_unexpected_status=True
)

made = create_generation.sync(client=client, body=GenerateRequest(html="<p>by openapi-python-client"))
bad = create_generation.sync_detailed(
    client=client, body=GenerateRequest(html="x", options=PrintOptions(margin="wide"))
)
assert isinstance(bad.parsed, Error)
listed = list_generations.sync(client=client, limit=10)
batch = create_batch.sync(
    client=client,
    body=BatchRequest(items=[BatchItemRequest(html="<p>1"), BatchItemRequest(html="<p>2")]),
    idempotency_key="batch-by-python",
    idempotency_scope="body",
)
for _ in range(300):
    state = get_batch.sync(batch.batch_id, client=client)
    if state.finished_at is not None:
        break
    time.sleep(0.1)
action = generate_from_fields.sync(
    client=client, body=GenerateFromFieldsBody(html="<p>action", format_=GenerateFromFieldsBodyFormat.LETTER)
)
file = download_generation.sync(made.id, client=client)

print(
    json.dumps(
        {
            "id": made.id,
            "url": made.url,
            "pages": made.pages,
            "field": bad.parsed.error.fields[0].field,
            "requestId": bad.headers["x-request-id"] == bad.parsed.error.request_id,
            "listed": [one.id for one in listed.data],
            "completed": state.completed,
            "action": action.id,
            "begins": file.payload.read(5).decode("latin1"),
        }
    )
)
