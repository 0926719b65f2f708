// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// The part of forge's test machine that the tests here use.
interface Vm {
    function addr(uint256 key) external pure returns (address);
    function assume(bool condition) external pure;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 timestamp) external;
}

abstract contract Cheats {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    uint256 internal constant MAKER_KEY = 0xA11CE;
    address internal immutable maker = vm.addr(MAKER_KEY);

    /// A value of the range from any value, without throwing any away.
    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        uint256 size = high - low + 1;
        return size == 0 ? value : low + value % size;
    }

    function signature(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function domainSeparator(string memory name, string memory version, address target) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256(bytes(version)),
                block.chainid,
                target
            )
        );
    }
}
