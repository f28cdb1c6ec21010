export * from './running-service.ts';
export * from './scripted-upstream.ts';
export * from './worlds.ts';
export * from './databases.ts';
export * from './tcp-proxy.ts';
export * from './redis.ts';
export * from './free-port.ts';
export * from './sql.ts';
