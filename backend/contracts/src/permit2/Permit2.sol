// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Signatures} from "../lib/Signatures.sol";
import {Tokens} from "../lib/Tokens.sol";

/// Signed spending of any token: its holder approves this contract once, and from then on signs what others may take. Two independent schemes: allowances
/// with an expiration and an ordered nonce, and single transfers with unordered nonces. Calls, events, errors and signed types are those of the
/// contract of the same name on real networks.
contract Permit2 {
    struct PermitDetails {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitSingle {
        PermitDetails details;
        address spender;
        uint256 sigDeadline;
    }

    struct PermitBatch {
        PermitDetails[] details;
        address spender;
        uint256 sigDeadline;
    }

    struct AllowanceTransferDetails {
        address from;
        address to;
        uint160 amount;
        address token;
    }

    struct TokenSpenderPair {
        address token;
        address spender;
    }

    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    struct PackedAllowance {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    bytes32 private constant DOMAIN_TYPEHASH = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant PERMIT_DETAILS_TYPEHASH =
        keccak256("PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)");
    bytes32 private constant PERMIT_SINGLE_TYPEHASH = keccak256(
        "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );
    bytes32 private constant PERMIT_BATCH_TYPEHASH = keccak256(
        "PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );
    bytes32 private constant TOKEN_PERMISSIONS_TYPEHASH = keccak256("TokenPermissions(address token,uint256 amount)");
    bytes32 private constant PERMIT_TRANSFER_FROM_TYPEHASH = keccak256(
        "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
    );

    /// By owner, token and spender.
    mapping(address => mapping(address => mapping(address => PackedAllowance))) public allowance;
    /// By owner: bit n % 256 of word n / 256 is set when nonce n of a single transfer is used.
    mapping(address => mapping(uint256 => uint256)) public nonceBitmap;

    error AllowanceExpired(uint256 deadline);
    error InsufficientAllowance(uint256 amount);
    error ExcessiveInvalidation();
    error InvalidAmount(uint256 maxAmount);
    error SignatureExpired(uint256 signatureDeadline);
    error InvalidNonce();
    error InvalidSignatureLength();
    error InvalidSignature();
    error InvalidSigner();
    error InvalidContractSignature();

    event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration);
    event Permit(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce
    );
    event Lockdown(address indexed owner, address token, address spender);
    event NonceInvalidation(
        address indexed owner, address indexed token, address indexed spender, uint48 newNonce, uint48 oldNonce
    );
    event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask);

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256("Permit2"), block.chainid, address(this)));
    }

    // Allowances

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        PackedAllowance storage allowed = allowance[msg.sender][token][spender];
        allowed.amount = amount;
        allowed.expiration = _expiration(expiration);
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function permit(address owner, PermitSingle calldata permitSingle, bytes calldata signature) external {
        if (block.timestamp > permitSingle.sigDeadline) revert SignatureExpired(permitSingle.sigDeadline);
        _verify(
            owner,
            keccak256(
                abi.encode(PERMIT_SINGLE_TYPEHASH, _hash(permitSingle.details), permitSingle.spender, permitSingle.sigDeadline)
            ),
            signature
        );
        _allow(owner, permitSingle.details, permitSingle.spender);
    }

    function permit(address owner, PermitBatch calldata permitBatch, bytes calldata signature) external {
        if (block.timestamp > permitBatch.sigDeadline) revert SignatureExpired(permitBatch.sigDeadline);
        bytes32[] memory hashes = new bytes32[](permitBatch.details.length);
        for (uint256 i; i < hashes.length; ++i) hashes[i] = _hash(permitBatch.details[i]);
        bytes32 details = keccak256(abi.encodePacked(hashes));
        _verify(
            owner,
            keccak256(abi.encode(PERMIT_BATCH_TYPEHASH, details, permitBatch.spender, permitBatch.sigDeadline)),
            signature
        );
        for (uint256 i; i < hashes.length; ++i) _allow(owner, permitBatch.details[i], permitBatch.spender);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        _transfer(from, to, amount, token);
    }

    function transferFrom(AllowanceTransferDetails[] calldata transferDetails) external {
        for (uint256 i; i < transferDetails.length; ++i) {
            AllowanceTransferDetails calldata details = transferDetails[i];
            _transfer(details.from, details.to, details.amount, details.token);
        }
    }

    function lockdown(TokenSpenderPair[] calldata approvals) external {
        for (uint256 i; i < approvals.length; ++i) {
            allowance[msg.sender][approvals[i].token][approvals[i].spender].amount = 0;
            emit Lockdown(msg.sender, approvals[i].token, approvals[i].spender);
        }
    }

    function invalidateNonces(address token, address spender, uint48 newNonce) external {
        PackedAllowance storage allowed = allowance[msg.sender][token][spender];
        uint48 oldNonce = allowed.nonce;
        if (newNonce <= oldNonce) revert InvalidNonce();
        if (newNonce - oldNonce > type(uint16).max) revert ExcessiveInvalidation();
        allowed.nonce = newNonce;
        emit NonceInvalidation(msg.sender, token, spender, newNonce, oldNonce);
    }

    // Single transfers

    /// Moves up to the permitted amount once. The spender that the owner signed for is the caller.
    function permitTransferFrom(
        PermitTransferFrom calldata permitted,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external {
        if (block.timestamp > permitted.deadline) revert SignatureExpired(permitted.deadline);
        if (transferDetails.requestedAmount > permitted.permitted.amount) revert InvalidAmount(permitted.permitted.amount);
        _useNonce(owner, permitted.nonce);
        bytes32 permissions = keccak256(abi.encode(TOKEN_PERMISSIONS_TYPEHASH, permitted.permitted));
        _verify(
            owner,
            keccak256(
                abi.encode(PERMIT_TRANSFER_FROM_TYPEHASH, permissions, msg.sender, permitted.nonce, permitted.deadline)
            ),
            signature
        );
        Tokens.safeTransferFrom(permitted.permitted.token, owner, transferDetails.to, transferDetails.requestedAmount);
    }

    function invalidateUnorderedNonces(uint256 wordPos, uint256 mask) external {
        nonceBitmap[msg.sender][wordPos] |= mask;
        emit UnorderedNonceInvalidation(msg.sender, wordPos, mask);
    }

    // Below: how it is done

    /// An expiration of zero means: in this block only.
    function _expiration(uint48 expiration) private view returns (uint48) {
        return expiration == 0 ? uint48(block.timestamp) : expiration;
    }

    function _allow(address owner, PermitDetails calldata details, address spender) private {
        PackedAllowance storage allowed = allowance[owner][details.token][spender];
        if (allowed.nonce != details.nonce) revert InvalidNonce();
        allowed.amount = details.amount;
        allowed.expiration = _expiration(details.expiration);
        allowed.nonce = details.nonce + 1;
        emit Permit(owner, details.token, spender, details.amount, details.expiration, details.nonce);
    }

    /// The largest amount is never used up.
    function _transfer(address from, address to, uint160 amount, address token) private {
        PackedAllowance storage allowed = allowance[from][token][msg.sender];
        if (block.timestamp > allowed.expiration) revert AllowanceExpired(allowed.expiration);
        uint160 most = allowed.amount;
        if (most != type(uint160).max) {
            if (amount > most) revert InsufficientAllowance(most);
            allowed.amount = most - amount;
        }
        Tokens.safeTransferFrom(token, from, to, amount);
    }

    function _useNonce(address owner, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 0xff);
        if (nonceBitmap[owner][nonce >> 8] & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][nonce >> 8] |= bit;
    }

    function _hash(PermitDetails calldata details) private pure returns (bytes32) {
        return keccak256(abi.encode(PERMIT_DETAILS_TYPEHASH, details));
    }

    /// Accounts sign by key in 64 or 65 bytes, contracts by ERC-1271.
    function _verify(address owner, bytes32 structHash, bytes calldata signature) private view {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), structHash));
        if (owner.code.length > 0) {
            if (!Signatures.isValidForContract(owner, digest, signature)) revert InvalidContractSignature();
            return;
        }
        if (signature.length != 64 && signature.length != 65) revert InvalidSignatureLength();
        address signer = Signatures.recover(digest, signature);
        if (signer == address(0)) revert InvalidSignature();
        if (signer != owner) revert InvalidSigner();
    }
}
