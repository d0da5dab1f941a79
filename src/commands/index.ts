import { command as accountsCreate } from './accounts-create.ts';
import { command as accountsList } from './accounts-list.ts';
import { command as accountsSet } from './accounts-set.ts';
import { command as auditVerify } from './audit-verify.ts';
import { command as backup } from './backup.ts';
import type { Command } from './command.ts';
import { command as compare } from './compare.ts';
import { command as demo } from './demo.ts';
import { command as doctor } from './doctor.ts';
import { command as faces } from './faces.ts';
import { command as facesCompare } from './faces-compare.ts';
import { command as facesLiveness } from './faces-liveness.ts';
import { command as imagesExport } from './images-export.ts';
import { command as imagesRotate } from './images-rotate.ts';
import { command as keysCreate } from './keys-create.ts';
import { command as keysList } from './keys-list.ts';
import { command as keysResume } from './keys-resume.ts';
import { command as keysRevoke } from './keys-revoke.ts';
import { command as listsImport } from './lists-import.ts';
import { command as listsRepair } from './lists-repair.ts';
import { command as listsSources } from './lists-sources.ts';
import { command as listsStatus } from './lists-status.ts';
import { command as listsSync } from './lists-sync.ts';
import { command as migrate } from './migrate.ts';
import { command as modelsInstall } from './models-install.ts';
import { command as modelsList } from './models-list.ts';
import { command as modelsRemove } from './models-remove.ts';
import { command as monitorStatus } from './monitor-status.ts';
import { command as read } from './read.ts';
import { command as recordsDelete } from './records-delete.ts';
import { command as restore } from './restore.ts';
import { command as screen } from './screen.ts';
import { command as serve } from './serve.ts';
import { command as usersInvite } from './users-invite.ts';
import { command as usersResume } from './users-resume.ts';
import { command as verify } from './verify.ts';

/** Every subcommand, in the order the help shows them. */
export const COMMANDS: readonly Command[] = [
  serve,
  doctor,
  accountsCreate,
  accountsList,
  accountsSet,
  keysCreate,
  keysList,
  keysRevoke,
  keysResume,
  listsSources,
  listsSync,
  listsImport,
  listsStatus,
  listsRepair,
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
  usersInvite,
  usersResume,
  recordsDelete,
  imagesExport,
  imagesRotate,
  auditVerify,
  backup,
  restore,
  migrate,
  demo,
];
