// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// For tests: a token whose balances grow by themselves, as those of Lido's stETH do. Accounts hold shares of what is staked; a balance is their worth,
/// rounded down, and a transfer moves as many whole shares as its amount is worth, so that up to two units less may arrive than were sent.
contract RebasingToken {
    string public constant name = "Staked Coin";
    string public constant symbol = "SC";
    uint8 public constant decimals = 18;

    uint256 private shares;
    uint256 private pooled;
    mapping(address => uint256) public sharesOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event TransferShares(address indexed from, address indexed to, uint256 sharesValue);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    /// All shares are the deployer's.
    constructor(uint256 shares_, uint256 pooled_) {
        (shares, pooled) = (shares_, pooled_);
        sharesOf[msg.sender] = shares_;
    }

    /// What the oracle reports once a day: what all shares are worth now. Holders get no log of it.
    function report(uint256 pooled_) external {
        pooled = pooled_;
    }

    function getTotalShares() external view returns (uint256) {
        return shares;
    }

    function getTotalPooledEther() external view returns (uint256) {
        return pooled;
    }

    function totalSupply() external view returns (uint256) {
        return pooled;
    }

    function getSharesByPooledEth(uint256 amount) public view returns (uint256) {
        return amount * shares / pooled;
    }

    function getPooledEthByShares(uint256 amount) public view returns (uint256) {
        return amount * pooled / shares;
    }

    function balanceOf(address account) external view returns (uint256) {
        return getPooledEthByShares(sharesOf[account]);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _transfer(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) {
            require(allowed >= amount, "ALLOWANCE_EXCEEDED");
            allowance[from][msg.sender] = allowed - amount;
        }
        _transfer(from, to, amount);
        return true;
    }

    function _transfer(address from, address to, uint256 amount) private {
        uint256 moved = getSharesByPooledEth(amount);
        require(moved <= sharesOf[from], "BALANCE_EXCEEDED");
        sharesOf[from] -= moved;
        sharesOf[to] += moved;
        emit Transfer(from, to, amount);
        emit TransferShares(from, to, moved);
    }
}
