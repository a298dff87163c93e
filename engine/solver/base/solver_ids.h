#pragma once

#include <array>
#include <span>
#include <string_view>

namespace noisy {

/// The ids of the engine's own solvers, for programs that name them and have none (solvers()).
inline std::span<const std::string_view> minimizer_ids() {
  static constexpr std::array<std::string_view, 13> kIds = {"gradient-descent",
                                                            "accelerated-gradient",
                                                            "sgd",
                                                            "svrg",
                                                            "svrg-practical",
                                                            "loopless-svrg",
                                                            "saga",
                                                            "sarah",
                                                            "katyusha",
                                                            "extragradient",
                                                            "optimistic-gradient",
                                                            "primal-dual-extragradient",
                                                            "loopless-svr-extragradient"};
  return kIds;
}

inline std::span<const std::string_view> saddle_solver_ids() {
  static constexpr std::array<std::string_view, 12> kIds = {"gradient-descent-ascent",
                                                            "extragradient",
                                                            "optimistic-gradient",
                                                            "primal-dual-extragradient",
                                                            "svrg-saddle",
                                                            "saga-saddle",
                                                            "loopless-svrg-gda",
                                                            "loopless-svr-extragradient",
                                                            "accelerated-svrg-saddle",
                                                            "accelerated-saga-saddle",
                                                            "al-svre",
                                                            "catalyst-acc-svrg"};
  return kIds;
}

}  // namespace noisy
