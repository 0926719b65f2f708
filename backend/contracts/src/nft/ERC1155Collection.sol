// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {BaseCollection} from "./BaseCollection.sol";

interface IERC1155Receiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata data)
        external
        returns (bytes4);

    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4);
}

/// ERC-1155 with metadata URIs: several of each token.
contract ERC1155Collection is BaseCollection {
    mapping(uint256 => mapping(address => uint256)) private _balances;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
    event URI(string value, uint256 indexed id);

    constructor(string memory name_, string memory symbol_, string memory baseURI_, address minter_)
        BaseCollection(name_, symbol_, baseURI_, minter_)
    {}

    /// ERC-165, ERC-1155 and its metadata extension.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function uri(uint256 id) external view returns (string memory) {
        return _uri(id);
    }

    function balanceOf(address account, uint256 id) public view returns (uint256) {
        require(account != address(0), "ERC1155: address zero is not a valid owner");
        return _balances[id][account];
    }

    function balanceOfBatch(address[] calldata accounts, uint256[] calldata ids) external view returns (uint256[] memory balances) {
        require(accounts.length == ids.length, "ERC1155: accounts and ids length mismatch");
        balances = new uint256[](ids.length);
        for (uint256 i; i < ids.length; ++i) balances[i] = balanceOf(accounts[i], ids[i]);
    }

    function mint(address to, uint256 id, uint256 amount) external {
        require(msg.sender == minter, "ERC1155: caller is not the minter");
        require(to != address(0), "ERC1155: mint to the zero address");
        _balances[id][to] += amount;
        emit TransferSingle(msg.sender, address(0), to, id, amount);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes calldata data) external {
        _requireOperator(from);
        _move(from, to, id, amount);
        emit TransferSingle(msg.sender, from, to, id, amount);
        _offer(to, abi.encodeCall(IERC1155Receiver.onERC1155Received, (msg.sender, from, id, amount, data)));
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata amounts,
        bytes calldata data
    ) external {
        _requireOperator(from);
        require(ids.length == amounts.length, "ERC1155: ids and amounts length mismatch");
        for (uint256 i; i < ids.length; ++i) _move(from, to, ids[i], amounts[i]);
        emit TransferBatch(msg.sender, from, to, ids, amounts);
        _offer(to, abi.encodeCall(IERC1155Receiver.onERC1155BatchReceived, (msg.sender, from, ids, amounts, data)));
    }

    function _requireOperator(address from) private view {
        require(
            msg.sender == from || isApprovedForAll[from][msg.sender], "ERC1155: caller is not token owner or approved"
        );
    }

    function _move(address from, address to, uint256 id, uint256 amount) private {
        require(to != address(0), "ERC1155: transfer to the zero address");
        require(_balances[id][from] >= amount, "ERC1155: insufficient balance for transfer");
        _balances[id][from] -= amount;
        _balances[id][to] += amount;
    }

    /// A receiver accepts by answering the selector of the function that was called.
    function _offer(address to, bytes memory call) private {
        if (to.code.length == 0) return;
        (bool success, bytes memory answer) = to.call(call);
        require(
            success && answer.length == 32 && abi.decode(answer, (bytes32)) == bytes4(call),
            "ERC1155: transfer to non-ERC1155Receiver implementer"
        );
    }
}
