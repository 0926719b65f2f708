// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AugustusV6Storage} from "./AugustusV6Storage.sol";

/// Diamond cuts of EIP-2535.
interface IDiamondCut {
    enum FacetCutAction {
        Add,
        Replace,
        Remove
    }

    struct FacetCut {
        address facetAddress;
        FacetCutAction action;
        bytes4[] functionSelectors;
    }

    function diamondCut(FacetCut[] calldata _diamondCut, address _init, bytes calldata _calldata) external;
}

/// The facet by which AugustusV6's owner chooses the facets.
contract AugustusV6Cut is AugustusV6Storage, IDiamondCut {
    event DiamondCut(FacetCut[] _diamondCut, address _init, bytes _calldata);

    function diamondCut(FacetCut[] calldata _diamondCut, address _init, bytes calldata _calldata) external onlyOwner {
        for (uint256 i = 0; i < _diamondCut.length; i++) {
            FacetCut calldata cut = _diamondCut[i];
            bool remove = cut.action == FacetCutAction.Remove;
            require(remove == (cut.facetAddress == address(0)), "facet address and action do not fit");
            for (uint256 k = 0; k < cut.functionSelectors.length; k++) {
                bytes4 selector = cut.functionSelectors[k];
                bool known = facetOf[selector] != address(0);
                require(known == (cut.action != FacetCutAction.Add), "function and action do not fit");
                facetOf[selector] = cut.facetAddress;
            }
        }
        emit DiamondCut(_diamondCut, _init, _calldata);
        if (_init == address(0)) return;
        (bool success,) = _init.delegatecall(_calldata);
        if (!success) revert InitializationFunctionReverted(_init, _calldata);
    }
}
