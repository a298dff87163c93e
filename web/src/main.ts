import './element/index.ts';
