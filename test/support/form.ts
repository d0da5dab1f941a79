/** A multipart form as bytes, with the headers that go with it. */
export async function form(
  parts: Readonly<Record<string, Uint8Array | string | undefined>>,
): Promise<{ body: Uint8Array; headers: Record<string, string> }> {
  const data = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') data.append(name, part);
    else if (part)
      data.append(name, new Blob([new Uint8Array(part)], { type: 'application/octet-stream' }), `${name}.bin`);
  }
  const encoded = new Response(data);
  const body = new Uint8Array(await encoded.arrayBuffer());
  return { body, headers: { 'content-type': encoded.headers.get('content-type')! } };
}
