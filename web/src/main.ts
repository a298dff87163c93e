import './element/index.ts';
import { startEnginesAfter } from './engine/pool.ts';
import { isolatePage } from './host/isolation.ts';
import { keepSite } from './host/offline.ts';
import { closeOutwards } from './host/outwards.ts';

closeOutwards();
startEnginesAfter(isolatePage());
keepSite();
