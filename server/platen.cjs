#!/usr/bin/env node
// The operator's commands on whatever Node the machine has: plain JavaScript, no dependencies.
'use strict';
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

require('./prepare.cjs');
const node = join(__dirname, '..', 'node_modules', '.bin', 'node');
const { status, error } = spawnSync(node, [join(__dirname, 'command.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
if (error !== undefined) throw error;
process.exitCode = status ?? 1;
