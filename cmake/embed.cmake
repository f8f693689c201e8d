# weft_embed(<target> <name> <file>): puts a file's bytes into a target, as the span
# weft::compiler::embedded::<name>() that frontend/embedded.h declares. The assembler's .incbin takes
# megabytes in no time, where a C array would not.
function(weft_embed target name file)
  set(assembly ${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.S)
  file(CONFIGURE OUTPUT ${assembly} @ONLY CONTENT [[
    .section .rodata.weft_embedded_@name@, "a", @progbits
    .balign 16
    .globl weft_embedded_@name@
    .hidden weft_embedded_@name@
weft_embedded_@name@:
    .incbin "@file@"
    .globl weft_embedded_@name@_end
    .hidden weft_embedded_@name@_end
weft_embedded_@name@_end:
    .byte 0
    .section .note.GNU-stack, "", @progbits
]])
  # ccache does not see what .incbin reads.
  set_source_files_properties(${assembly} PROPERTIES OBJECT_DEPENDS ${file})
  target_sources(${target} PRIVATE ${assembly})
  set_property(TARGET ${target} PROPERTY C_COMPILER_LAUNCHER "")
  set_property(TARGET ${target} PROPERTY ASM_COMPILER_LAUNCHER "")
endfunction()
