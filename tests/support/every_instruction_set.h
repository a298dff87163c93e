#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "engine/math/instruction_set.h"

namespace noisy::math {

inline void PrintTo(InstructionSet set, std::ostream* out) {
  *out << instruction_set_name(set);
}

}  // namespace noisy::math

namespace noisy::testing {

/// Tests that run once per instruction set of this machine.
class EveryInstructionSet : public ::testing::TestWithParam<math::InstructionSet> {
 protected:
  void SetUp() override { ASSERT_TRUE(math::use_instruction_set(GetParam())); }
  void TearDown() override { math::use_instruction_set(before_); }

 private:
  math::InstructionSet before_ = math::instruction_set();
};

inline std::string instruction_set_of(
    const ::testing::TestParamInfo<math::InstructionSet>& tested) {
  return std::string(math::instruction_set_name(tested.param));
}

}  // namespace noisy::testing
