// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "functions.h"

enum { BATCH = 1000 };

/* Marks overdue invitations as expired, one batch per transaction, cancels their mail and audits each. */
void expire_invitations(void) {
  int64_t now = now_milliseconds(), limit = json_integer_value(json_object_get(event_data(read_event()), "limit"));
  read_policy();
  open_database();
  int64_t total = 0;
  run("PRAGMA cache_size = -16000", "");
  run("PRAGMA temp_store = MEMORY", "");
  run("PRAGMA wal_autocheckpoint = 4000", "");
  int done = BATCH;
  while (done == BATCH && total < limit) {
    static char ids[BATCH][64], inviters[BATCH][64];
    run("BEGIN IMMEDIATE", "");
    sqlite3_stmt *overdue = bound(EXPIRE_OVERDUE, "ii", now, (int64_t)BATCH);
    for (done = 0; sqlite3_step(overdue) == SQLITE_ROW; done++) {
      strcpy(ids[done], text_column(overdue, "i_id"));
      strcpy(inviters[done], text_column(overdue, "i_inviter_id"));
    }
    finish(overdue);
    for (int at = 0; at < done; at++) {
      run(CANCEL_MAIL, "it", now, ids[at]);
      audit(now, "expire-invitations", "invitation.expired", NULL, inviters[at], ids[at], NULL);
    }
    run("COMMIT", "");
    total += done;
  }
  answer(json_pack("{sI sI sb}", "expired", (json_int_t)total, "reminded", (json_int_t)0, "more", done == BATCH));
}
