// SPDX-License-Identifier: Apache-2.0

/* Minimal implementations of the functions. */
void accept_invitation(void);
void preview_invitation(void);
void refresh_session(void);
void send_invitation(void);
void expire_invitations(void);
