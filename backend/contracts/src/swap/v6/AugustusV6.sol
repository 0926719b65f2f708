// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IDiamondCut} from "./AugustusV6Cut.sol";
import {AugustusV6Fees} from "./AugustusV6Fees.sol";

/// The swap contract of version 6.2, whose functions live in facets that run in its place. Users approve this contract; it holds nothing between
/// transactions but a wei of each token that it has seen.
contract AugustusV6 is AugustusV6Fees {
    uint256 public constant MAX_FEE_PERCENT = FEE_LIMIT;
    uint256 public constant MINIMUM_SURPLUS_EPSILON_AND_ONE_WEI = SURPLUS_EPSILON;
    uint256 public constant PARTNER_SHARE_PERCENT = PARTNER_SHARE;
    uint256 public constant PARASWAP_REFERRAL_SHARE = REFERRAL_PROTOCOL_SHARE;
    uint256 public constant PARASWAP_SLIPPAGE_SHARE = BPS; // of a surplus that no partner takes part in
    uint256 public constant SURPLUS_PERCENT = SURPLUS_CAP;

    address public immutable WETH;
    address public immutable BALANCER_VAULT;
    uint256 public immutable UNISWAP_V3_FACTORY_AND_FF;
    uint256 public immutable UNISWAP_V3_POOL_INIT_CODE_HASH;
    uint256 public immutable UNISWAP_V2_FACTORY_AND_FF;
    uint256 public immutable UNISWAP_V2_POOL_INIT_CODE_HASH;
    address public immutable AUGUSTUS_RFQ;
    address public immutable FEE_VAULT;
    address public immutable PERMIT2;

    event DiamondCut(IDiamondCut.FacetCut[] _diamondCut, address _init, bytes _calldata);

    constructor(
        address _owner,
        address _diamondCutFacet,
        address _weth,
        address _balancerVault,
        uint256 _uniV3FactoryAndFF,
        uint256 _uniswapV3PoolInitCodeHash,
        uint256 _uniswapV2FactoryAndFF,
        uint256 _uniswapV2PoolInitCodeHash,
        address _rfq,
        address _feeVault,
        address _permit2
    ) AugustusV6Fees(_feeVault) {
        contractOwner = _owner;
        (protocolWallet, protocolDelegate) = (_owner, _owner);
        facetOf[IDiamondCut.diamondCut.selector] = _diamondCutFacet;
        WETH = _weth;
        BALANCER_VAULT = _balancerVault;
        UNISWAP_V3_FACTORY_AND_FF = _uniV3FactoryAndFF;
        UNISWAP_V3_POOL_INIT_CODE_HASH = _uniswapV3PoolInitCodeHash;
        UNISWAP_V2_FACTORY_AND_FF = _uniswapV2FactoryAndFF;
        UNISWAP_V2_POOL_INIT_CODE_HASH = _uniswapV2PoolInitCodeHash;
        AUGUSTUS_RFQ = _rfq;
        FEE_VAULT = _feeVault;
        PERMIT2 = _permit2;
        emit OwnershipTransferred(address(0), _owner);
    }

    /// Coins come from contracts, such as the wrapped coin; an account's would be lost here.
    receive() external payable {
        if (msg.sender.code.length == 0) revert();
    }

    /// Runs the function's facet in this contract's place and answers with exactly its answer.
    fallback() external payable {
        address facet = facetOf[msg.sig];
        require(facet != address(0), "Diamond: Function does not exist");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    function version() external pure returns (string memory) {
        return "6.2.0";
    }

    function feeWallet() external view returns (address) {
        return protocolWallet;
    }

    function feeWalletDelegate() external view returns (address) {
        return protocolDelegate;
    }

    function paused() external view returns (bool) {
        return swapsPaused;
    }

    function blacklistedTokens(address token) external view returns (bool isBlacklisted) {
        return blacklist[token];
    }

    function parsePartnerAndFeeData(uint256 partnerAndFee) external pure returns (address partner, uint256 feeData) {
        return (address(uint160(partnerAndFee >> 96)), partnerAndFee & type(uint96).max);
    }
}
