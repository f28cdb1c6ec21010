import type { Command } from './command.ts';

/** Every command, in the order of the help. Each is loaded when it is called: `svc reload` need not wait for all that a start needs. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    summary: 'Migrate the database and serve until SIGTERM',
    run: async (invocation) => (await import('./commands/start.ts')).start(invocation),
  },
  {
    name: 'migrate',
    summary: 'Migrate the database (a start does it too)',
    run: async (invocation) => (await import('./commands/migrate.ts')).migrateDatabase(invocation),
  },
  {
    name: 'check-config',
    summary: 'Check the environment, svc.yaml and the provisioning file',
    run: async (invocation) => (await import('./commands/check-config.ts')).checkConfig(invocation),
  },
  {
    name: 'provision',
    args: ['FILE'],
    options: { update: { type: 'boolean' } },
    summary: 'Create what the file declares and is missing; --update also applies its plain settings',
    run: async (invocation) => (await import('./commands/provision.ts')).provision(invocation),
  },
  {
    name: 'doctor',
    options: { probe: { type: 'boolean' }, engine: { type: 'string' }, json: { type: 'boolean' } },
    summary:
      'Report what is configured, reachable and missing; --probe asks engines little questions, which cost tokens',
    run: async (invocation) => (await import('./doctor/doctor.ts')).doctor(invocation),
  },
  {
    name: 'engines add',
    args: ['NAME'],
    options: { type: { type: 'string' }, set: { type: 'string', multiple: true } },
    summary: "Add an engine to svc.yaml: --type openai --set base_url=… --set api_key='${NAME}'",
    run: async (invocation) => (await import('./commands/engines-add.ts')).enginesAdd(invocation),
  },
  {
    name: 'models add',
    args: ['ENGINE'],
    furtherArgs: 'MODEL',
    options: { as: { type: 'string' }, yes: { type: 'boolean' }, json: { type: 'boolean' } },
    summary:
      'Add models that an engine offers to svc.yaml, with list prices; asks first, or shows only: --yes writes',
    run: async (invocation) => (await import('./commands/models-add.ts')).modelsAdd(invocation),
  },
  {
    name: 'keys revoke',
    args: ['TARGET'],
    summary: 'Revoke a key permanently: its id, name, prefix or secret, or - to read it from standard input',
    run: async (invocation) => (await import('./commands/keys-revoke.ts')).keysRevoke(invocation),
  },
  {
    name: 'reload',
    summary: 'Reload svc.yaml in the running service',
    run: async (invocation) => (await import('./commands/reload.ts')).reload(invocation),
  },
  {
    name: 'owners reset',
    args: ['ORGANIZATION'],
    summary:
      'Create a set-up link for the primary owner of an organization, by its id or name; removes password and second factor',
    run: async (invocation) => (await import('./commands/owners-reset.ts')).ownersReset(invocation),
  },
  {
    name: 'accounts reset',
    args: ['EMAIL'],
    summary: 'Create a link to choose a new password; removes password, second factor and passkeys',
    run: async (invocation) => (await import('./commands/accounts-reset.ts')).accountsReset(invocation),
  },
  {
    name: 'credits grant',
    args: ['ORGANIZATION', 'USD'],
    options: { note: { type: 'string' } },
    summary: 'Add usage credits to an organization, by its id or name; --note is kept in the ledger',
    run: async (invocation) => (await import('./commands/credits-grant.ts')).creditsGrant(invocation),
  },
  {
    name: 'ledger check',
    summary: 'Check that the ledger, the balances, the windows and the usage records add up',
    run: async (invocation) => (await import('./commands/ledger-check.ts')).ledgerCheck(invocation),
  },
  {
    name: 'files check',
    summary: 'Check that each file in the database has its bytes in the storage, and nothing else is there',
    run: async (invocation) => (await import('./commands/files-check.ts')).filesCheck(invocation),
  },
  {
    name: 'reseal',
    summary: 'Seal content and secrets anew that an earlier version stored, while the service runs',
    run: async (invocation) => (await import('./commands/reseal.ts')).reseal(invocation),
  },
  {
    name: 'backup',
    args: ['FILE'],
    summary:
      'Write everything into a new file, or - for standard output, while the service runs; not the data key',
    run: async (invocation) => (await import('./commands/backup.ts')).backup(invocation),
  },
  {
    name: 'restore',
    args: ['FILE'],
    summary: 'Fill an empty data directory from a backup; all of it, checked, or nothing',
    run: async (invocation) => (await import('./commands/restore.ts')).restore(invocation),
  },
  {
    name: 'requests show',
    args: ['ID'],
    summary: 'Show the record of a model call, with the class of what went wrong at its engine',
    run: async (invocation) => (await import('./commands/requests-show.ts')).requestsShow(invocation),
  },
  {
    name: 'usage drop',
    options: { before: { type: 'string' } },
    summary: 'Delete the usage records of all months before YYYY-MM; hourly sums and the ledger are kept',
    run: async (invocation) => (await import('./commands/usage-drop.ts')).usageDrop(invocation),
  },
  {
    name: 'operators add',
    args: ['EMAIL'],
    options: { role: { type: 'string' } },
    summary:
      'Create a set-up link for somebody who operates the deployment; --role viewer may look only. Again: removes password and app',
    run: async (invocation) => (await import('./commands/operators-add.ts')).operatorsAdd(invocation),
  },
  {
    name: 'operators list',
    summary: 'List the people who operate the deployment',
    run: async (invocation) => (await import('./commands/operators-list.ts')).operatorsList(invocation),
  },
  {
    name: 'operators remove',
    args: ['EMAIL'],
    summary: 'Remove an operator; their sign-ins end at once, keys they made stay',
    run: async (invocation) => (await import('./commands/operators-remove.ts')).operatorsRemove(invocation),
  },
  {
    name: 'operators keys create',
    args: ['NAME'],
    options: { role: { type: 'string' }, 'allowed-ips': { type: 'string' } },
    summary:
      'Create a key for the Operator API; --role viewer may look only, --allowed-ips is separated by commas',
    run: async (invocation) =>
      (await import('./commands/operators-keys-create.ts')).operatorsKeysCreate(invocation),
  },
  {
    name: 'operators keys revoke',
    args: ['ID'],
    summary: 'Revoke a key for the Operator API permanently',
    run: async (invocation) =>
      (await import('./commands/operators-keys-revoke.ts')).operatorsKeysRevoke(invocation),
  },
];
