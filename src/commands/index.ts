import { accountsCreate, accountsList, accountsSet } from './accounts.ts';
import { command as accountsSignIn } from './accounts-sign-in.ts';
import { command as auditRekey } from './audit-rekey.ts';
import { command as auditVerify } from './audit-verify.ts';
import { backupCommand as backup, keysResume, restoreCommand as restore, usersResume } from './backups.ts';
import type { Command } from './command.ts';
import { command as compare } from './compare.ts';
import { command as demo } from './demo.ts';
import { command as doctor } from './doctor.ts';
import { command as faces } from './faces.ts';
import { command as facesCompare } from './faces-compare.ts';
import { command as facesLiveness } from './faces-liveness.ts';
import { imagesExport, imagesRotate } from './images.ts';
import { keysCreate, keysList, keysRevoke, keysRotate } from './keys.ts';
import { listsExport, listsImport, listsRepair, listsSources, listsStatus, listsSync } from './lists.ts';
import { listsSeparate } from './lists-separate.ts';
import { mediaBar, mediaSearch, mediaStatus, mediaSync } from './media.ts';
import { command as migrate } from './migrate.ts';
import { modelsInstall, modelsList, modelsRemove } from './models.ts';
import { command as monitorStatus } from './monitor-status.ts';
import { ownListsImport, ownListsList, ownListsRemove } from './own-lists.ts';
import { command as read } from './read.ts';
import { command as recordsDelete } from './records-delete.ts';
import { command as retention } from './retention.ts';
import { command as screen } from './screen.ts';
import { command as serve } from './serve.ts';
import { sessionsCancel, sessionsCreate, sessionsList } from './sessions.ts';
import { command as usersInvite } from './users-invite.ts';
import { command as usersReset } from './users-reset.ts';
import { command as verify } from './verify.ts';

/** Every subcommand, in the order the help shows them. */
export const COMMANDS: readonly Command[] = [
  serve,
  doctor,
  accountsCreate,
  accountsList,
  accountsSet,
  accountsSignIn,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  keysResume,
  listsSources,
  listsSync,
  listsImport,
  listsExport,
  listsStatus,
  listsRepair,
  listsSeparate,
  ownListsImport,
  ownListsList,
  ownListsRemove,
  mediaSync,
  mediaStatus,
  mediaSearch,
  mediaBar,
  monitorStatus,
  modelsList,
  modelsInstall,
  modelsRemove,
  screen,
  compare,
  verify,
  read,
  faces,
  facesCompare,
  facesLiveness,
  sessionsCreate,
  sessionsList,
  sessionsCancel,
  usersInvite,
  usersReset,
  usersResume,
  recordsDelete,
  retention,
  imagesExport,
  imagesRotate,
  auditVerify,
  auditRekey,
  backup,
  restore,
  migrate,
  demo,
];
