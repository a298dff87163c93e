#include <charconv>
#include <cstdint>
#include <cstdlib>

// libc++ writes large numbers in fixed notation, and all with a precision, by tables of 100 KB,
// which the page would load before anything is seen. The engine writes the shortest digits of
// doubles in scientific notation (engine/json/json_write.cpp), and a precision by snprintf
// (engine/math/figure_text.cpp): nothing calls what the library's object with these tables defines,
// and here it stands in that object's place.

_LIBCPP_BEGIN_NAMESPACE_STD

to_chars_result __d2fixed_buffered_n(char*, char*, double, std::uint32_t) {
  std::abort();
}

to_chars_result __d2exp_buffered_n(char*, char*, double, std::uint32_t) {
  std::abort();
}

void __append_n_digits(std::uint32_t, std::uint32_t, char*) {
  std::abort();
}

void __append_nine_digits(std::uint32_t, char*) {
  std::abort();
}

_LIBCPP_END_NAMESPACE_STD
