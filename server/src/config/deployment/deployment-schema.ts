import { z } from 'zod';
import { BUILT_IN_IDENTITY } from './built-in-deployment.ts';
import { compatSchema } from './compat-schema.ts';
import { engineName } from './engines/engine-parts.ts';
import { engineSchema } from './engines/engine-schema.ts';
import { limitsSchema, rateTiersSchema, type Tier } from './limits-schema.ts';
import { modelId, modelSchema } from './model-schema.ts';
import { operatorsSchema } from './operators-schema.ts';
import { email, link, nameServer, port, range, secretText } from '../schema-parts.ts';
import type { Parsed } from '../parsed.ts';
import { signUpSchema } from './sign-up-schema.ts';
import { storageSchema } from './storage-schema.ts';
import { telemetrySchema } from './telemetry-schema.ts';
import { toolsSchema } from './tools-schema.ts';

const tier = z
  .union([z.enum(['start', '1', '2', '3', '4', 'custom']), z.literal([1, 2, 3, 4])], {
    error: 'must be start, "1", "2", "3", "4" or custom',
  })
  .transform((value) => String(value) as Tier)
  .prefault('start')
  .describe('Rate-limit tier of organizations on the plan.');

/** One entry of `plans`. */
const planSchema = z
  .strictObject({
    id: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/,
        'must have 1 to 40 letters, digits, ".", "_" or "-", and start with a letter or digit',
      )
      .describe('Name of the plan.'),
    paid: z.boolean().default(false).describe('Whether the plan is paid. Unpaid plans cannot use the API.'),
    monthly_tokens: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('Allowance of a billing month, in chat input tokens.'),
    models: z.array(modelId()).optional().describe('Ids of the models the plan includes. Default: all.'),
    tier,
  })
  .describe('A plan organizations may be on.');

const network = z
  .strictObject({
    trusted_proxies: z
      .array(range())
      .default([])
      .describe(
        'Peers that send the address of a caller by the PROXY protocol (version 1 or 2). They must send its header on every connection, health checks included. Forwarding headers are never trusted. Read at start.',
      ),
    allow_private_targets: z
      .array(range())
      .default([])
      .describe(
        'Private ranges that addresses given by customers (webhooks, tunnels, files by link) may point to. For tests and private networks.',
      ),
  })
  .prefault({})
  .describe('Addresses that are treated differently.');

const links = z
  .strictObject({
    upgrade: link().optional().describe('Where a caller changes the plan.'),
    add_credit: link().optional().describe('Where a caller adds usage credits.'),
    action: link().optional().describe('Where a caller goes for anything else.'),
  })
  .prefault({})
  .describe('Absolute links sent in refusals. Default of each: /console/billing under the public address.');

const webhooks = z
  .strictObject({
    allow_http: z.boolean().default(false).describe('Accept http addresses for webhooks. For tests.'),
    egress_ips: z.array(range()).default([]).describe('Published addresses webhooks are sent from.'),
  })
  .prefault({})
  .describe('Webhook deliveries.');

const tunnels = z
  .strictObject({
    ca_cert: z
      .string()
      .min(1)
      .optional()
      .describe(
        'PEM certificate of the authority that signs connector certificates. Default: one is generated.',
      ),
    ca_key: secretText().optional().describe('PEM private key of that authority.'),
    mtls_port: port()
      .optional()
      .describe('Port of the listener for connectors with certificates. Default: none.'),
  })
  .prefault({})
  .describe('Private-network tunnels.');

const sso = z
  .strictObject({
    dns_servers: z
      .array(nameServer())
      .max(10)
      .default([])
      .describe(
        'Addresses of the name servers that are asked for the TXT values of domains, such as 10.0.0.53 or 10.0.0.53:5353. A reload is enough. Default: those of the machine.',
      ),
  })
  .prefault({})
  .describe('Single sign-on.');

const mail = z
  .strictObject({
    from: email()
      .optional()
      .describe(
        'Address mail is sent from. Default: no-reply at the host of the public address. Most mail servers want one they know.',
      ),
  })
  .prefault({})
  .describe('Mail, which SMTP_URL sends.');

const payments = z
  .strictObject({
    manual: z
      .enum(['owners', 'operators', 'off'])
      .default('operators')
      .describe(
        'Who turns payments that were received into credits. operators: by `svc credits grant` alone. owners: owners and the billing role in the Console too, without limit. off: as operators, and the Console says that no payments are taken. Without a configuration file: owners.',
      ),
  })
  .prefault({})
  .describe('Payments.');

const files = z
  .strictObject({
    clamd_url: z
      .string()
      .refine(isClamdUrl, 'must be tcp://host:port or unix:///path')
      .optional()
      .describe(
        'Address of a clamd virus scanner, which every uploaded file must pass: `tcp://host:3310` or `unix:///path`. Private addresses are fine. A reload is enough. Default: none, and files are not scanned.',
      ),
  })
  .prefault({})
  .describe('Uploaded files.');

const plugins = z
  .strictObject({
    marketplaces_file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A JSON file of marketplaces, from which organizations may add plugins. A relative path starts at the folder of this file. A reload is enough. Default: none.',
      ),
  })
  .prefault({})
  .describe('Plugins of organizations.');

function isClamdUrl(text: string): boolean {
  if (/^unix:\/\/\/[^\s/?#%][^\s?#%]*$/.test(text)) return URL.canParse(text);
  return /^tcp:\/\/[^\s/?#@]+$/.test(text) && URL.canParse(text);
}

/** `svc.yaml` as a whole. `engines` and `models` come together; without both the built-in ones serve. */
export const deploymentSchema = z
  .strictObject({
    engines: z
      .record(engineName(), engineSchema)
      .refine((engines) => Object.keys(engines).length > 0, 'must have at least one engine')
      .optional()
      .describe('Where answers come from, by name. The names never reach a caller.'),
    models: z.array(modelSchema).min(1).max(1000).optional().describe('The model catalog.'),
    plans: z.array(planSchema).min(1).max(1000).optional().describe('The plans. Default: free and pro.'),
    identity_instruction: z
      .string()
      .max(8000)
      .default(BUILT_IN_IDENTITY)
      .describe(
        "Text sent to the engine ahead of the caller's system message, with every request. Its tokens count. '' sends none.",
      ),
    chat: z
      .strictObject({
        enabled: z
          .boolean()
          .default(true)
          .describe(
            'False disables chat temporarily: model calls get 403 feature_unavailable. A reload is enough.',
          ),
        without_retention_model: z
          .enum(['model_unavailable', 'zero_retention_unavailable'])
          .default('model_unavailable')
          .describe(
            'The error code for an organization with zero data retention when no chat model offers it.',
          ),
        unknown_model: z
          .enum(['fallback', 'error'])
          .default('fallback')
          .describe(
            'What to do when a chat completion names an unknown model or one outside the plan: use the default model, or refuse.',
          ),
      })
      .prefault({})
      .describe('Chat completions.'),
    compat: compatSchema,
    limits: limitsSchema,
    rate_tiers: rateTiersSchema,
    links,
    tools: toolsSchema,
    network,
    drain_seconds: z
      .int()
      .min(0)
      .max(3600)
      .default(30)
      .describe('Seconds that running streams get to finish after SIGTERM.'),
    data_regions: z
      .array(z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a lower-case name such as us'))
      .min(1)
      .default(['us', 'eu'])
      .describe('Regions workspaces may keep their data in.'),
    webhooks,
    tunnels,
    files,
    plugins,
    storage: storageSchema,
    sso,
    operators: operatorsSchema,
    mail,
    payments,
    signup: signUpSchema,
    telemetry: telemetrySchema,
    cluster_secret: z
      .string()
      .min(32)
      .pipe(secretText())
      .optional()
      .describe('Secret that several nodes sign calls to each other with, at least 32 characters.'),
  })
  .describe('Deployment configuration of Svc (svc.yaml).');

/** The file after its shape was checked and static defaults were filled in. */
export type DeploymentDocument = Parsed<typeof deploymentSchema>;
