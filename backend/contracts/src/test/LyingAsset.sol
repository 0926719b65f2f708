// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// An asset of any kind for tests that says what its maker likes: everybody holds all there is of it, each token of ERC-721 belongs to the
/// account that its id names, and everything is allowed; or that says so to some alone. It moves nothing.
contract LyingAsset {
    enum Kind {
        ERC20,
        ERC721,
        ERC1155
    }

    enum Told {
        Everybody,
        Readers, // and no contract
        NoGasPrice, // whoever pays nothing for gas
        EvenBlocks
    }

    Kind public immutable kind;
    Told public told;

    constructor(Kind kind_) {
        kind = kind_;
    }

    function tell(Told told_) external {
        told = told_;
    }

    function lies() private view returns (bool) {
        if (told == Told.Readers) return msg.sender.code.length == 0;
        if (told == Told.NoGasPrice) return tx.gasprice == 0;
        if (told == Told.EvenBlocks) return block.number % 2 == 0;
        return true;
    }

    function most() private view returns (uint256) {
        return lies() ? type(uint256).max : 0;
    }

    function supportsInterface(bytes4 id) external view returns (bool) {
        return id == 0x01ffc9a7 || (id == 0x80ac58cd && kind == Kind.ERC721) || (id == 0xd9b67a26 && kind == Kind.ERC1155);
    }

    function decimals() external pure returns (uint8) {
        return 18;
    }

    function symbol() external pure returns (string memory) {
        return "LIE";
    }

    function name() external pure returns (string memory) {
        return "Lying asset";
    }

    function balanceOf(address) external view returns (uint256) {
        return most();
    }

    function balanceOf(address, uint256) external view returns (uint256) {
        return most();
    }

    function allowance(address, address) external view returns (uint256) {
        return most();
    }

    function ownerOf(uint256 id) external view returns (address) {
        return lies() ? address(uint160(id)) : address(this);
    }

    function getApproved(uint256) external pure returns (address) {
        return address(0);
    }

    function isApprovedForAll(address, address) external view returns (bool) {
        return lies();
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        require(lies(), "it was a lie");
        return true;
    }

    function safeTransferFrom(address, address, uint256, uint256, bytes calldata) external view {
        require(lies(), "it was a lie");
    }
}
