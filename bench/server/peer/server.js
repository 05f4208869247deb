'use strict';
/** boardgame.io's own server with Sticheln, matches in memory, on loopback: `NODE_ENV=production node server.js PORT` */
const { Origins, Server } = require('boardgame.io/server');
const { Sticheln } = require('./game');

const port = Number(process.argv[2]);
const server = Server({ games: [Sticheln], origins: [Origins.LOCALHOST] });

// `run` hands `port` to Node's `listen`, which takes an address as well: nothing but this machine shall reach it.
server.run({ port: { host: '127.0.0.1', port } }, () => console.log(`ready on ${port}`));
