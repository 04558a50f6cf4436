# SPDX-License-Identifier: Apache-2.0
"""Events of the triggers for new users."""

import base64

from worlds import KEYS, POLICY

SECRET = base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
OTHER = base64.b64encode(b"another secret of 32 bytes......").decode()
POOL = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_ABC123"
EVERY_PROVIDER = {
    **POLICY,
    "roles": {"inviter": "admin", "invitee": "client", "signUp": ["client"]},
    "providers": {
        **POLICY["providers"],
        "firebase": {"projectID": "my-project", "jwks": KEYS},
        "supabase": {"url": "https://abc.supabase.co", "jwks": KEYS},
        "cognito": {"issuer": POOL, "audiences": ["client123"], "jwks": KEYS},
    },
}

# supabase.com/docs/guides/auth/auth-hooks/before-user-created-hook
SUPABASE = {
    "metadata": {
        "uuid": "8b34dcdd-9df1-4c10-850a-b3277c653040", "time": "2025-04-29T13:13:24.755552-07:00",
        "name": "before-user-created", "ip_address": "127.0.0.1",
    },
    "user": {
        "id": "ff7fc9ae-3b1b-4642-9241-64adb9848a03", "aud": "authenticated", "role": "", "email": "valid.email@supabase.com",
        "phone": "", "app_metadata": {"provider": "email", "providers": ["email"]}, "user_metadata": {}, "identities": [],
        "created_at": "0001-01-01T00:00:00Z", "updated_at": "0001-01-01T00:00:00Z", "is_anonymous": False,
    },
}

# The examples of "Customizing user pool workflows with Lambda triggers", with realistic values.
PRE_SIGN_UP = {
    "version": "1", "triggerSource": "PreSignUp_SignUp", "region": "us-east-1", "userPoolId": "us-east-1_ABC123",
    "userName": "johndoe", "callerContext": {"awsSdkVersion": "2.814.0", "clientId": "client123"},
    "request": {
        "userAttributes": {"email": "john@example.com", "phone_number": "+15551234567", "name": "John Doe"},
        "validationData": {"k1": "v1"}, "clientMetadata": {"exampleMetadataKey": "example metadata value"},
    },
    "response": {"autoConfirmUser": False, "autoVerifyEmail": False, "autoVerifyPhone": False},
}
