import { planned } from './planned.ts';

/** What is still to come of what belongs to a workspace: webhooks, tunnels, batches, prompts (platform contract §4.5 to §4.9). */
export const RESOURCE_OPERATIONS = [
  ...planned({ credential: 'workspace', beta: 'webhooks-2026-11-01', tag: 'Webhooks' }, [
    ['createWebhook', 'POST', '/v1/webhooks'],
    ['listWebhooks', 'GET', '/v1/webhooks'],
    ['readWebhook', 'GET', '/v1/webhooks/{webhook_id}'],
    ['updateWebhook', 'PATCH', '/v1/webhooks/{webhook_id}'],
    ['deleteWebhook', 'DELETE', '/v1/webhooks/{webhook_id}'],
    ['rotateWebhookSecret', 'POST', '/v1/webhooks/{webhook_id}/rotate_secret'],
    ['testWebhook', 'POST', '/v1/webhooks/{webhook_id}/test'],
    ['listWebhookDeliveries', 'GET', '/v1/webhooks/{webhook_id}/deliveries'],
    ['readWebhookDelivery', 'GET', '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}'],
    ['redeliverWebhook', 'POST', '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver'],
  ]),
  ...planned({ credential: 'none', tag: 'Webhooks', browserAccess: 'default' }, [
    ['listWebhookAddresses', 'GET', '/api/ip-ranges'],
  ]),
  ...planned({ credential: 'workspace', beta: 'mcp-tunnels-2026-12-01', tag: 'Tools' }, [
    ['createTunnel', 'POST', '/v1/tunnels'],
    ['listTunnels', 'GET', '/v1/tunnels'],
    ['readTunnel', 'GET', '/v1/tunnels/{tunnel_id}'],
    ['updateTunnel', 'PATCH', '/v1/tunnels/{tunnel_id}'],
    ['deleteTunnel', 'DELETE', '/v1/tunnels/{tunnel_id}'],
    ['rotateTunnelToken', 'POST', '/v1/tunnels/{tunnel_id}/rotate_token'],
    ['listTunnelConnections', 'GET', '/v1/tunnels/{tunnel_id}/connections'],
    ['issueTunnelCertificate', 'POST', '/v1/tunnels/{tunnel_id}/certificates'],
    ['listTunnelCertificates', 'GET', '/v1/tunnels/{tunnel_id}/certificates'],
    ['readTunnelCertificate', 'GET', '/v1/tunnels/{tunnel_id}/certificates/{certificate_id}'],
    ['revokeTunnelCertificate', 'POST', '/v1/tunnels/{tunnel_id}/certificates/{certificate_id}/revoke'],
  ]),
  ...planned({ credential: 'workspace', tag: 'Batches' }, [
    ['createBatch', 'POST', '/v1/batches'],
    ['listBatches', 'GET', '/v1/batches'],
    ['readBatch', 'GET', '/v1/batches/{batch_id}'],
    ['cancelBatch', 'POST', '/v1/batches/{batch_id}/cancel'],
  ]),
  ...planned({ credential: 'workspace', tag: 'Tools' }, [
    ['createPromptTemplate', 'POST', '/v1/prompts/templates'],
    ['listPromptTemplates', 'GET', '/v1/prompts/templates'],
    ['readPromptTemplate', 'GET', '/v1/prompts/templates/{template}'],
    ['setPromptTemplateLabel', 'PUT', '/v1/prompts/templates/{template}/labels/{label}'],
  ]),
  ...planned({ credential: 'workspace', beta: 'prompt-tools-2026-12-01', tag: 'Tools' }, [
    ['generatePrompt', 'POST', '/v1/prompts/generate'],
    ['improvePrompt', 'POST', '/v1/prompts/improve'],
    ['templatizePrompt', 'POST', '/v1/prompts/templatize'],
  ]),
];
