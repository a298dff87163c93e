#pragma once

#include <string>

#include "tests/audit/audits.h"

namespace noisy::testing {

/// A method for the KL condition on w^2 / 2 + x w with tilts x of -1 or 1, from its minimizer 0 and
/// with gradients clipped to 1: exchanging a record moves the first gradient by all that it can.
/// 1/2-zCDP.
///
/// @param radius      of the domain
/// @param parameters  of the algorithm, beside its start: `,"mode":"paper"`
inline Json tilted(Index samples, double radius, const std::string& id,
                   const std::string& parameters = "") {
  return parse_json(R"({"version": 1,
    "data": {"kind": "synthetic", "name": "balanced-tilts", "features": 1, "bound": 1,
             "samples": )" +
                    std::to_string(samples) + R"(},
    "problem": {"kind": "gallery", "name": "tilted-power", "power": 2,
                "gradientClip": {"norm": "l2", "bound": 1},
                "domain": {"kind": "l2-ball", "radius": )" +
                    std::to_string(radius) + R"(}},
    "privacy": {"notion": "zcdp", "rho": 0.5},
    "algorithms": [{"id": ")" +
                    id + R"(", "parameters": {"start": 0)" + parameters + R"(}}],
    "run": {"randomness": {"mode": "reproducible", "seed": 1}}})")
      .value();
}

}  // namespace noisy::testing
