// Takes events at a port: TOUCHSTONE_WEBHOOK_SECRET=whsec_… node webhook.ts 8080
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookRefused } from '@touchstone/client';

const secret = process.env.TOUCHSTONE_WEBHOOK_SECRET ?? '';
const server = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ secret, headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
    console.log(event.type === 'screening.matched' ? `screening ${event.data.screeningId} has matches` : event.type);
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    response.writeHead(401).end();
    console.log(error.message);
  }
});
server.listen(Number(process.argv[2] ?? 8080), () => console.log('listening at', server.address()));
