// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A receiver of tokens for tests that, while it is being paid, makes one prepared call back and remembers how that ended.
contract ReentrantReceiver {
    address private _target;
    bytes private _data;
    bool public called;
    bool public succeeded;
    bytes public answer;

    function prepare(address target, bytes calldata data) external {
        _target = target;
        _data = data;
    }

    function execute(address target, bytes calldata data) external {
        (bool success,) = target.call(data);
        require(success, "ReentrantReceiver: call failed");
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        _reenter();
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external returns (bytes4) {
        _reenter();
        return this.onERC1155Received.selector;
    }

    function _reenter() private {
        if (called) return;
        called = true;
        (succeeded, answer) = _target.call(_data);
    }
}
