// Preloaded into references that cannot be told an address: what they open listens on the loopback interface only.
'use strict';
const { Server } = require('node:net');

const { listen } = Server.prototype;
Server.prototype.listen = function listenOnLoopback(first, ...rest) {
  if (typeof first === 'object' && first !== null && first.port !== undefined)
    return listen.call(this, { ...first, host: '127.0.0.1' }, ...rest);
  if (Number.isInteger(Number(first)))
    return listen.call(
      this,
      { port: Number(first), host: '127.0.0.1' },
      ...rest.filter((value) => typeof value === 'function'),
    );
  return listen.call(this, first, ...rest);
};
