// SPDX-License-Identifier: Apache-2.0

/* Functions that the archives of libcurl and libpq refer to, but Vestibule does not use: other protocols, Kerberos and
   compressed answers. A function that starts an operation returns the real function's error, so that the caller gives
   up. Functions that are called only after such a start, that release something, or that must succeed (`libssh2_init`,
   the versions of decoders) return 0. The exceptions are at the end.

   But for the last two, no function reads its arguments. On the platforms of the bundle the caller passes and removes
   them, so a function without parameters can stand for one with any, and a 64-bit 0 for any result. */

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <sys/random.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* A function that returns NULL or 0. */
#define EMPTY(name) \
  HIDDEN void *name(void) { return 0; }
/* A function that returns an error code. */
#define FAILING(name, error) \
  HIDDEN unsigned name(void) { return error; }

/* LDAP, RTMP and SSH: no session can be opened. The public suffix list is only for cookies, which are not used. */
EMPTY(RTMP_Alloc) EMPTY(RTMP_Close) EMPTY(RTMP_Connect1) EMPTY(RTMP_ConnectStream) EMPTY(RTMP_Free) EMPTY(RTMP_Init)
EMPTY(RTMP_Read) EMPTY(RTMP_SetBufferMS) EMPTY(RTMP_SetupURL) EMPTY(RTMP_Write) EMPTY(ber_bvfree) EMPTY(ber_free)
EMPTY(ber_memfree) EMPTY(ber_memvfree) EMPTY(ber_sockbuf_add_io) EMPTY(ldap_abandon_ext) EMPTY(ldap_count_entries) EMPTY(ldap_err2string)
EMPTY(ldap_first_entry) EMPTY(ldap_free_urldesc) EMPTY(ldap_get_attribute_ber) EMPTY(ldap_get_dn_ber)
EMPTY(ldap_get_option) EMPTY(ldap_get_values_len) EMPTY(ldap_init) EMPTY(ldap_init_fd) EMPTY(ldap_memfree)
EMPTY(ldap_msgfree) EMPTY(ldap_msgtype) EMPTY(ldap_parse_result) EMPTY(ldap_parse_sasl_bind_result)
EMPTY(ldap_pvt_url_scheme2proto) EMPTY(ldap_result) EMPTY(ldap_sasl_bind) EMPTY(ldap_search_ext) EMPTY(ldap_search_st)
EMPTY(ldap_set_option) EMPTY(ldap_simple_bind) EMPTY(ldap_start_tls) EMPTY(ldap_unbind) EMPTY(ldap_unbind_ext)
EMPTY(ldap_url_parse) EMPTY(ldap_value_free_len) EMPTY(libssh2_agent_connect) EMPTY(libssh2_agent_disconnect)
EMPTY(libssh2_agent_free) EMPTY(libssh2_agent_get_identity) EMPTY(libssh2_agent_init)
EMPTY(libssh2_agent_list_identities) EMPTY(libssh2_agent_userauth) EMPTY(libssh2_channel_free)
EMPTY(libssh2_channel_read_ex) EMPTY(libssh2_channel_send_eof) EMPTY(libssh2_channel_wait_closed)
EMPTY(libssh2_channel_wait_eof) EMPTY(libssh2_channel_write_ex) EMPTY(libssh2_exit) EMPTY(libssh2_hostkey_hash)
EMPTY(libssh2_init) EMPTY(libssh2_knownhost_add) EMPTY(libssh2_knownhost_checkp) EMPTY(libssh2_knownhost_del)
EMPTY(libssh2_knownhost_free) EMPTY(libssh2_knownhost_get) EMPTY(libssh2_knownhost_init)
EMPTY(libssh2_knownhost_readfile) EMPTY(libssh2_knownhost_writefile) EMPTY(libssh2_scp_recv2)
EMPTY(libssh2_scp_send64) EMPTY(libssh2_session_abstract) EMPTY(libssh2_session_block_directions)
EMPTY(libssh2_session_callback_set) EMPTY(libssh2_session_disconnect_ex) EMPTY(libssh2_session_flag)
EMPTY(libssh2_session_free) EMPTY(libssh2_session_handshake) EMPTY(libssh2_session_hostkey)
EMPTY(libssh2_session_init_ex) EMPTY(libssh2_session_last_errno) EMPTY(libssh2_session_last_error)
EMPTY(libssh2_session_method_pref) EMPTY(libssh2_session_set_blocking) EMPTY(libssh2_sftp_close_handle)
EMPTY(libssh2_sftp_init) EMPTY(libssh2_sftp_last_error) EMPTY(libssh2_sftp_mkdir_ex) EMPTY(libssh2_sftp_open_ex)
EMPTY(libssh2_sftp_read) EMPTY(libssh2_sftp_readdir_ex) EMPTY(libssh2_sftp_rename_ex) EMPTY(libssh2_sftp_rmdir_ex)
EMPTY(libssh2_sftp_seek64) EMPTY(libssh2_sftp_shutdown) EMPTY(libssh2_sftp_stat_ex) EMPTY(libssh2_sftp_statvfs)
EMPTY(libssh2_sftp_symlink_ex) EMPTY(libssh2_sftp_unlink_ex) EMPTY(libssh2_sftp_write)
EMPTY(libssh2_userauth_authenticated) EMPTY(libssh2_userauth_keyboard_interactive_ex) EMPTY(libssh2_userauth_list)
EMPTY(libssh2_userauth_password_ex) EMPTY(libssh2_userauth_publickey_fromfile_ex) EMPTY(psl_builtin) EMPTY(psl_free) EMPTY(psl_get_version)
EMPTY(psl_is_cookie_domain_acceptable) EMPTY(psl_latest)
HIDDEN const char *libssh2_version(int required) {
  (void)required;
  return "";
}

/* Brotli and Zstandard: compressed answers are not requested. */
EMPTY(BrotliDecoderCreateInstance) EMPTY(BrotliDecoderDecompressStream) EMPTY(BrotliDecoderDestroyInstance)
EMPTY(BrotliDecoderGetErrorCode) EMPTY(ZSTD_createDStream) EMPTY(ZSTD_decompressStream) EMPTY(ZSTD_freeDStream)
FAILING(ZSTD_isError, 1)
FAILING(BrotliDecoderVersion, 0)
FAILING(ZSTD_versionNumber, 0)

/* Kerberos (RFC 2744): GSS_S_FAILURE is 13 << 16. */
#define KERBEROS(name) FAILING(name, 13u << 16)
KERBEROS(gss_acquire_cred) KERBEROS(gss_display_name) KERBEROS(gss_import_name) KERBEROS(gss_init_sec_context)
KERBEROS(gss_inquire_context) KERBEROS(gss_unwrap) KERBEROS(gss_wrap) KERBEROS(gss_wrap_size_limit)
EMPTY(gss_delete_sec_context) EMPTY(gss_release_buffer) EMPTY(gss_release_cred) EMPTY(gss_release_name)
HIDDEN void *GSS_C_NT_HOSTBASED_SERVICE;

struct gss_buffer {
  size_t length;
  void *value;
};

HIDDEN unsigned gss_display_status(
    unsigned *minor, unsigned status, int type, void *mechanism, unsigned *context, struct gss_buffer *text) {
  (void)status, (void)type, (void)mechanism;
  *minor = *context = 0;
  *text = (struct gss_buffer){0, 0};
  return 13u << 16;
}

/* In the archives of libnghttp2 and libfcgi only functions that print to stderr are not position-independent. They are
   never called. The script network redirects their reference to this variable. */
HIDDEN FILE *vestibule_stderr;

/* libcurl uses the function of glibc 2.36, and AWS Lambda has 2.34. */
HIDDEN void arc4random_buf(void *buffer, size_t count) {
  for (uint8_t *next = buffer; count > 0;) {
    ssize_t got = getrandom(next, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) __builtin_trap();
    next += got;
    count -= (size_t)got;
  }
}
