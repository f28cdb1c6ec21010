import { check } from '../check.ts';
import { assertReply } from '../chat-reply.ts';
check('CHAT-01', 'a minimal body is answered', async (deployment) => {
  assertReply(await deployment.post('/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }], stream: false }));
});
